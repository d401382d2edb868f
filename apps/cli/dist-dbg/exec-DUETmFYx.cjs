const require_rolldown_runtime = require('./rolldown-runtime-DhRxs64U.cjs');
let node_tty = require("node:tty");
let node_fs = require("node:fs");
let node_path = require("node:path");
let node_url = require("node:url");
let node_child_process = require("node:child_process");
let node_os = require("node:os");
let node_events = require("node:events");
let node_timers_promises = require("node:timers/promises");

//#region ../../packages/approval/src/clock.ts
/** The machine's clock. */
const systemClock = { nowMs: () => Date.now() };

//#endregion
//#region ../../packages/approval/src/denial-review.ts
/**
* May a reviewer be asked to let a command run again outside, after the sandbox blocked it?
*
* Under `on-request` too: the user at a terminal has just seen it fail and would otherwise type it again with an
* option. (Codex 0.171.0 hands a shell command's denial back there and waits for the model to ask.)
*/
function denialReview(ask) {
	if (ask === "never") return {
		ask: false,
		why_not: "ask = never: nobody may be asked to let it run outside the sandbox"
	};
	if (typeof ask === "object" && !ask.granular.sandbox_approval) return {
		ask: false,
		why_not: "ask = granular with sandbox_approval = false: nobody may be asked about the sandbox"
	};
	return { ask: true };
}

//#endregion
//#region ../../packages/protocol/src/assert-never.ts
/** Ends an exhaustive `switch`: reaching it is a compile error, and at run time an error that shows the value. */
function assertNever(value, what = "value") {
	throw new TypeError(`unexpected ${what}: ${JSON.stringify(value)}`);
}

//#endregion
//#region ../../packages/approval/src/requirement.ts
/** The requirement of a request that has none of its own: a restricted file system is worth a question, another isn't. */
function defaultRequirement({ ask, fileSystemKind }) {
	if (ask === "never") return SKIP;
	if (ask === "untrusted") return {
		kind: "needs_approval",
		reason: UNTRUSTED_REASON
	};
	if (fileSystemKind !== "restricted") return SKIP;
	if (ask === "on-request") return { kind: "needs_approval" };
	return ask.granular.sandbox_approval ? { kind: "needs_approval" } : forbiddenBy(SANDBOX_APPROVAL_OFF);
}
/**
* The requirement of a command, from what the rules and the heuristics say of it.
*
* A request to leave the sandbox is settled first: nobody leaves on the strength of a skip, except by rules that allow
* every part of the command. So it's forbidden where nobody may be asked (`never`, granular without
* `sandbox_approval`), and asked in every other mode, `untrusted` included: there a human answers anyway, and an answer
* beats a flat no. (Codex 0.171.0 refuses it in every mode but `on-request`.) Where no containment of ours is in force
* there is nothing to leave, and the request changes nothing.
*
* @param input.network the policy's network half; `enabled` when left out. With an unrestricted file system it decides
*   whether there is a sandbox to leave
*/
function commandRequirement(input) {
	const { ask, evaluation } = input;
	if (evaluation.source === "rule" && evaluation.decision === "forbidden") return {
		kind: "forbidden",
		reason: withJustification("a rule forbids this command", evaluation),
		rule: evaluation.rule
	};
	if (evaluation.source === "rule" && evaluation.decision === "allow" && evaluation.everyPartAllowed) return {
		kind: "skip",
		bypassSandbox: true
	};
	const escalation = asksForMore(input) ? escalationReason(input.sandboxPermissions) : void 0;
	if (escalation !== void 0) {
		const gate = sandboxGate(ask);
		if (gate !== void 0) return forbiddenBy(gate);
	}
	return evaluation.source === "rule" ? ruleRequirement(ask, evaluation, escalation) : heuristicRequirement(ask, evaluation, escalation);
}
function ruleRequirement(ask, evaluation, escalation) {
	switch (evaluation.decision) {
		case "allow": return escalation === void 0 ? SKIP : {
			kind: "needs_approval",
			reason: escalation
		};
		case "prompt": {
			const why = withJustification(`the rule ${evaluation.rule} wants this command reviewed`, evaluation);
			if (ask === "never") return {
				kind: "forbidden",
				reason: `${why}, and nobody may be asked`,
				rule: ASK_NEVER
			};
			if (typeof ask === "object" && !ask.granular.rules) return {
				kind: "forbidden",
				reason: `${why}, and nobody may be asked`,
				rule: RULES_OFF
			};
			return {
				kind: "needs_approval",
				reason: escalation === void 0 ? why : `${why}; ${escalation}`
			};
		}
		case "forbidden": return {
			kind: "forbidden",
			reason: withJustification("a rule forbids this command", evaluation),
			rule: evaluation.rule
		};
		default: return assertNever(evaluation, "rule decision");
	}
}
function heuristicRequirement(ask, { knownSafe, dangerous }, escalation) {
	if (dangerous) {
		const gate = sandboxGate(ask);
		if (gate !== void 0) return {
			kind: "forbidden",
			reason: "this command looks destructive, and nobody may be asked",
			rule: gate
		};
		return {
			kind: "needs_approval",
			reason: escalation === void 0 ? DANGEROUS_REASON : `${DANGEROUS_REASON}; ${escalation}`
		};
	}
	if (escalation !== void 0) return {
		kind: "needs_approval",
		reason: escalation
	};
	if (ask === "untrusted" && !knownSafe) return {
		kind: "needs_approval",
		reason: UNTRUSTED_REASON
	};
	return SKIP;
}
/** Whether the call wants more than the policy gives, and there is a containment of ours that keeps it from it. */
function asksForMore({ sandboxPermissions, fileSystemKind, network = "enabled" }) {
	if (sandboxPermissions === "use_default") return false;
	switch (fileSystemKind) {
		case "restricted": return true;
		case "unrestricted": return network === "restricted";
		case "external-sandbox": return false;
		default: return assertNever(fileSystemKind, "file-system kind");
	}
}
function escalationReason(permissions) {
	return permissions === "with_additional_permissions" ? "it asks for more permissions than the policy gives" : "it asks to run outside the sandbox";
}
/** The setting that forbids questions about the sandbox, if one does. */
function sandboxGate(ask) {
	if (ask === "never") return ASK_NEVER;
	if (typeof ask === "object" && !ask.granular.sandbox_approval) return SANDBOX_APPROVAL_OFF;
}
function forbiddenBy(rule) {
	return {
		kind: "forbidden",
		reason: "this would need an approval, and nobody may be asked",
		rule
	};
}
function withJustification(text, { justification }) {
	return justification === void 0 ? text : `${text}: ${justification}`;
}
const SKIP = Object.freeze({
	kind: "skip",
	bypassSandbox: false
});
const ASK_NEVER = "ask = never";
const SANDBOX_APPROVAL_OFF = "ask = granular, sandbox_approval = false";
const RULES_OFF = "ask = granular, rules = false";
const UNTRUSTED_REASON = "ask = untrusted: it is not known to be harmless";
const DANGEROUS_REASON = "it looks destructive";

//#endregion
//#region ../../packages/approval/src/limits.ts
/** Characters of a quoted command that a prompt shows, head and tail together. More would push the question's beginning off the screen. */
const MAX_SHOWN_COMMAND = 8192;
/** Characters of any other text (folder, reason, justification) that a prompt shows. */
const MAX_SHOWN_TEXT = 1024;
/** Bytes of typed-ahead input that are thrown away before a prompt. A terminal's own buffer holds 4 KiB on Linux (termios(3)). */
const MAX_DISCARDED_INPUT = 1048576;

//#endregion
//#region ../../packages/approval/src/visible-text.ts
/**
* What draws nothing, or moves what's drawn elsewhere: controls and escape sequences, direction changes (the "Trojan
* Source" attack), zero-width and filler characters, line separators, private and unassigned code points, lone
* surrogates, and spaces that aren't the one that separates words.
*/
const HIDDEN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}`;
/** More marks than any script stacks on a letter: they'd be drawn over the lines above and below. */
const STACKED_MARKS = String.raw`\p{Me}|(?:^|(?<=\s))\p{M}+|\p{M}{3,}`;
const UNSAFE = new RegExp(`${HIDDEN}|${STACKED_MARKS}`, "gu");
/**
* The text on one line, with everything that can't be seen spelled out: `\n`, `\t`, `\x1b`, `\u202e`, `\U000e0041`.
* Backslashes of the text itself are doubled, so that nothing it contains can pass for such a spelling.
*/
function visibleText(text) {
	return spellOut(text.replaceAll("\\", "\\\\"));
}
/** An argument vector as a POSIX shell would read it; what can't be seen is spelled out in `$'…'`, as bash and zsh read it. */
function visibleCommand(command) {
	return command.map((word, index) => visibleWord(word, { first: index === 0 })).join(" ");
}
function visibleWord(word, { first }) {
	if (/^[\w@%+=:,./-]+$/.test(word) && !(first && word.includes("="))) return word;
	if (spellOut(word) === word) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
	return `$'${spellOut(word.replaceAll("\\", "\\\\").replaceAll("'", String.raw`\'`))}'`;
}
function spellOut(text) {
	return text.replace(UNSAFE, (run) => Array.from(run, spelling).join(""));
}
function spelling(character) {
	switch (character) {
		case "\n": return String.raw`\n`;
		case "\r": return String.raw`\r`;
		case "	": return String.raw`\t`;
	}
	const code = character.codePointAt(0) ?? 0;
	if (code < 128) return `\\x${code.toString(16).padStart(2, "0")}`;
	return code > 65535 ? `\\U${code.toString(16).padStart(8, "0")}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

//#endregion
//#region ../../packages/approval/src/approval-id.ts
/**
* The id of a review: the call's own before the first attempt, `<call id>:retry` after a denial. The two can't be mixed
* up: an answer that comes late for the first never counts for the second.
*/
function approvalId(callId, phase) {
	return phase === "retry" ? `${callId}:retry` : callId;
}

//#endregion
//#region ../../packages/approval/src/reviewer.ts
/**
* Puts one action to the routes in order, until one answers.
*
* `approval_requested` is emitted before the first route is asked, `approval_decided` with the answer. Without a
* verdict from anybody there's no decision, thus no second event. An aborted `signal` answers `abort` at once, whatever
* the route does, also over a yes that has just come; `by` is then the route whose answer was awaited. Nothing is
* remembered: an equal action is asked about again.
*/
async function requestApproval(action, context) {
	const { callId, clock, emit, signal } = context;
	const id = approvalId(callId, context.retryReason === void 0 ? "first" : "retry");
	const routes = context.routes.filter((route) => route.isAvailable?.() ?? true);
	const [first] = routes;
	if (first === void 0) return {
		kind: "no_reviewer",
		id,
		reason: "nobody can be asked here: there is no terminal and no other reviewer"
	};
	if (signal?.aborted === true) return {
		kind: "decided",
		id,
		by: first.by,
		decision: { type: "abort" }
	};
	const request = {
		id,
		callId,
		atMs: clock.nowMs(),
		action,
		...context.reason === void 0 ? {} : { reason: context.reason },
		...context.retryReason === void 0 ? {} : { retryReason: context.retryReason },
		change: context.change
	};
	emit({
		type: "approval_requested",
		...request
	});
	for (const route of routes) {
		const answer = await askRoute(route, request, signal);
		if (answer.kind === "failed") {
			const message = `the review by ${route.by} failed and doesn't count: ${answer.reason}`;
			emit({
				type: "warning",
				callId,
				atMs: clock.nowMs(),
				message
			});
		} else if (answer.decision !== void 0) {
			const { decision } = answer;
			emit({
				type: "approval_decided",
				id,
				callId,
				atMs: clock.nowMs(),
				by: route.by,
				decision
			});
			return {
				kind: "decided",
				id,
				by: route.by,
				decision
			};
		}
	}
	return {
		kind: "no_reviewer",
		id,
		reason: "nobody who was asked gave a verdict"
	};
}
/** The route's answer, or `abort` as soon as the signal says so. A route that hangs or fails can't turn into a yes. */
async function askRoute(route, request, signal) {
	const aborted = {
		kind: "answered",
		decision: { type: "abort" }
	};
	if (signal?.aborted === true) return aborted;
	let onAbort;
	const abort = new Promise((resolve) => {
		onAbort = () => resolve(aborted);
		signal?.addEventListener("abort", onAbort, { once: true });
	});
	try {
		const answer = await Promise.race([abort, answerOf(route, request, signal)]);
		return signal?.aborted ? aborted : answer;
	} finally {
		if (onAbort !== void 0) signal?.removeEventListener("abort", onAbort);
	}
}
async function answerOf(route, request, signal) {
	try {
		return {
			kind: "answered",
			decision: await route.review(request, signal === void 0 ? {} : { signal })
		};
	} catch (error) {
		return {
			kind: "failed",
			reason: error instanceof Error ? error.message : String(error)
		};
	}
}

//#endregion
//#region ../../packages/protocol/src/sallyport-error.ts
/**
* The base of every error that a Sallyport package throws on purpose.
*
* `code` is stable and for programs; `message` is one line that a person can act on: what happened, which input
* or policy entry, what to do. Whoever prints it needs no stack trace.
*/
var SallyportError = class extends Error {
	constructor(message, options) {
		super(message, options);
		this.name = new.target.name;
	}
};
const marker = Symbol.for("sallyport.error");
Object.defineProperty(SallyportError.prototype, marker, { value: true });
/** Whether a caught value is one of ours, also when two copies of a package are loaded. */
function isSallyportError(value) {
	return typeof value === "object" && value !== null && marker in value;
}

//#endregion
//#region ../../packages/linux-sandbox/src/command-errors.ts
/** The command can't be executed by this user, inside a sandbox or not. Found out before anything is started. */
var CommandNotRunnableError = class extends SallyportError {
	code;
	/** What a shell would return: 127 when there is no such command, 126 when it isn't executable. */
	exitCode;
	constructor(exitCode, message) {
		super(message);
		this.exitCode = exitCode;
		this.code = exitCode === 127 ? "COMMAND_NOT_FOUND" : "COMMAND_NOT_EXECUTABLE";
	}
};
/** What was asked for can't be passed to any program: no command at all, or a NUL byte in a word or variable. */
var InvalidCommandError = class extends SallyportError {
	code = "INVALID_COMMAND";
};
/** The working directory is missing, or isn't a directory, or can't be entered. */
var InvalidWorkingDirectoryError = class extends SallyportError {
	code = "INVALID_WORKING_DIRECTORY";
};

//#endregion
//#region ../../packages/linux-sandbox/src/native-folder.ts
/**
* Where `native/build.mjs` puts what it builds, and where a bundled `bwrap` is looked for.
*
* The same relative path holds from `src/`, from `dist/`, and from the `dist/` of another package that bundles this
* code and ships its own `native/build/`.
*/
function nativeFolder() {
	return (0, node_url.fileURLToPath)(new URL("../native/build", require("url").pathToFileURL(__filename).href));
}

//#endregion
//#region ../../packages/linux-sandbox/src/path-lookup.ts
/** What execvp(3) searches when PATH isn't set (glibc's and musl's common part). */
const DEFAULT_PATH = "/usr/local/bin:/bin:/usr/bin";
/** Whether this user may execute it, what it is if not. A symbolic link counts as what it points to. */
function executability(path) {
	try {
		const stats = (0, node_fs.statSync)(path, { throwIfNoEntry: false });
		if (stats === void 0) return "missing";
		if (stats.isDirectory()) return "directory";
		if (!stats.isFile() || (stats.mode & 73) === 0) return "not_executable";
	} catch (error) {
		return isErrno(error, "EACCES") ? "unreachable" : "missing";
	}
	try {
		(0, node_fs.accessSync)(path, node_fs.constants.X_OK);
		return "executable";
	} catch {
		return "forbidden";
	}
}
/** The places where PATH has `name`, in order. An empty or relative entry counts from `cwd`, and is marked so. */
function* pathCandidates(name, path, cwd) {
	for (const entry of path.split(":")) yield (0, node_path.isAbsolute)(entry) ? {
		file: (0, node_path.join)(entry, name),
		relativeEntry: false
	} : {
		file: (0, node_path.join)(cwd, entry, name),
		relativeEntry: true
	};
}
/** Whether `path` is `folder` or below it. Both absolute and normalized. */
function isUnder$1(path, folder) {
	return path === folder || path.startsWith(folder.endsWith(node_path.sep) ? folder : folder + node_path.sep);
}
/** Whether a caught value is a system error with one of these codes. */
function isErrno(error, ...codes) {
	return error instanceof Error && "code" in error && typeof error.code === "string" && codes.includes(error.code);
}

//#endregion
//#region ../../packages/linux-sandbox/src/find-bubblewrap.ts
/**
* The first `bwrap` on PATH that lies outside the working directory and every `excludeUnder` folder (a repository
* could bring its own, which would contain nothing), else the bundled one, else `undefined`.
*
* Relative entries of PATH are passed over, and a link from elsewhere into an excluded folder doesn't help. The root
* of the file system excludes nothing: everything is under it. Starts no process; the file isn't tried out.
*/
function findBubblewrap(options) {
	const excluded = [options.cwd, ...options.excludeUnder ?? []].map(canonical).filter((folder) => folder !== "/");
	for (const { file, relativeEntry } of pathCandidates("bwrap", options.path ?? "", options.cwd)) {
		if (relativeEntry || executability(file) !== "executable") continue;
		const path = canonical(file);
		if (!excluded.some((folder) => isUnder$1(path, folder))) return {
			path,
			origin: "system"
		};
	}
	const bundled = bundledExecutable("bwrap");
	return bundled === void 0 ? void 0 : {
		path: bundled,
		origin: "bundled"
	};
}
/** `sallyport-helper`, absolute and without symbolic links, when it has been built. Starts no process. */
function findHelper() {
	return bundledExecutable("sallyport-helper");
}
function bundledExecutable(name) {
	const file = (0, node_path.join)(nativeFolder(), name);
	return executability(file) === "executable" ? canonical(file) : void 0;
}
function canonical(path) {
	try {
		return node_fs.realpathSync.native(path);
	} catch {
		return path;
	}
}

//#endregion
//#region ../../packages/linux-sandbox/src/limits.ts
/** How long one probing process (`bwrap --help`, a trial run) may take, in milliseconds. */
const PROBE_TIMEOUT_MS = 5e3;
/** How much of a probing process's output is read, in bytes of each stream. */
const PROBE_OUTPUT_BYTES = 64 * 1024;
/** How much an unfinished line of a launcher's status may hold, in characters. Our launchers write less than 300. */
const STATUS_LINE_CHARACTERS = 16 * 1024;
/** How long to wait for another process that is just preparing or ending a sandbox, in milliseconds. It needs about one. */
const REGISTRY_LOCK_TIMEOUT_MS = 5e3;
/** How long to wait for the last process of an ended sandbox to be gone before its stand-ins are left to the next launch. */
const NAMESPACE_END_TIMEOUT_MS = 2e3;
/** The largest marker that is read, in bytes. Ours hold a few hundred bytes a stand-in. */
const MARKER_BYTES = 1024 * 1024;

//#endregion
//#region ../../packages/linux-sandbox/src/landlock-abi.ts
const known = /* @__PURE__ */ new Map();
/**
* The Landlock version of the running kernel: 1 and up, or 0 when there is none or the helper can't tell.
*
* Node.js can't make the system call, so the first question starts the helper (about 1 ms); the answer can't change
* while the machine runs and is kept.
*/
function landlockAbi(helper) {
	if (helper === void 0) return 0;
	const answer = known.get(helper);
	if (answer !== void 0) return answer;
	const { stdout, status } = (0, node_child_process.spawnSync)(helper, ["landlock-abi"], {
		encoding: "utf8",
		env: {},
		stdio: [
			"ignore",
			"pipe",
			"ignore"
		],
		timeout: PROBE_TIMEOUT_MS,
		maxBuffer: PROBE_OUTPUT_BYTES
	});
	if (status !== 0 || !/^\d{1,4}\n$/.test(stdout)) return 0;
	const version = Number(stdout);
	known.set(helper, version);
	return version;
}

//#endregion
//#region ../../packages/sandboxing/src/limits.ts
/** The largest `.git` pointer file that is read, in bytes. Git writes one line. */
const POINTER_FILE_BYTES = 64 * 1024;
/** How many arguments bubblewrap takes (`MAX_ARGS` in bubblewrap.c); more end it before it does anything. */
const BUBBLEWRAP_ARGUMENTS = 9e3;
/** The longest single argument that Linux passes to a program, in bytes (`MAX_ARG_STRLEN`, execve(2)). */
const ARGUMENT_BYTES = 128 * 1024;
/** How much of each stream is searched for evidence of a denial, in characters from its end. */
const SEARCHED_CHARACTERS = 64 * 1024;

//#endregion
//#region ../../packages/sandboxing/src/path-probe.ts
/** The file system of this machine. */
const nodePathProbe = {
	kindOf: (path) => attempt(() => {
		const stats = (0, node_fs.lstatSync)(path, { throwIfNoEntry: false });
		if (stats === void 0) return "missing";
		if (stats.isDirectory()) return "directory";
		if (stats.isSymbolicLink()) return "symlink";
		return stats.isFile() ? "file" : "other";
	}) ?? "missing",
	realpath: (path) => attempt(() => node_fs.realpathSync.native(path)),
	readLink: (path) => attempt(() => (0, node_fs.readlinkSync)(path)),
	readText: (path) => attempt(() => {
		const stats = (0, node_fs.lstatSync)(path);
		return stats.isFile() && stats.size <= 65536 ? (0, node_fs.readFileSync)(path, "utf8") : void 0;
	})
};
function attempt(look) {
	try {
		return look();
	} catch {
		return;
	}
}

//#endregion
//#region ../../packages/sandboxing/src/policy/canonical-path.ts
/**
* The path that the kernel would end at: symbolic links followed, also one whose target is missing, with what doesn't
* exist yet appended as written.
*
* @param path Absolute. `..` is followed as the kernel does, as far as the path exists.
*/
function canonicalPath(path, probe, depth = 0) {
	const real = probe.realpath(path);
	if (real !== void 0) return real;
	const parent = (0, node_path.dirname)(path);
	if (parent === path) return path;
	const target = depth < 40 && probe.kindOf(path) === "symlink" ? probe.readLink(path) : void 0;
	if (target !== void 0) return canonicalPath((0, node_path.resolve)(canonicalPath(parent, probe, depth + 1), target), probe, depth + 1);
	return (0, node_path.join)(canonicalPath(parent, probe, depth), (0, node_path.basename)(path));
}

//#endregion
//#region ../../packages/sandboxing/src/policy/path-order.ts
/** Whether `path` is `folder` or below it. Both absolute and normalized. */
function isUnder(path, folder) {
	return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
/** The path itself, its parent, and so on up to the root. */
function* upwards(path) {
	for (let at = path;; at = (0, node_path.dirname)(at)) {
		yield at;
		if (at === (0, node_path.dirname)(at)) return;
	}
}
/** How many components a normalized absolute path has; 0 for the root. */
function depthOf(path) {
	return path === "/" ? 0 : path.split("/").length - 1;
}
/** Sorts folders before what lies in them: by depth, then by name. */
function byDepth(a, b) {
	return depthOf(a) - depthOf(b) || (a < b ? -1 : a > b ? 1 : 0);
}

//#endregion
//#region ../../packages/sandboxing/src/policy/policy-error.ts
/** A policy, or one entry of it, that can't be enforced as it reads. Nothing is enforced in part instead. */
var PolicyError = class extends SallyportError {
	code = "POLICY_NOT_ENFORCEABLE";
	/** The entry in words, as in {@link ResolvedEntry.rule}; absent when it's about the whole policy. */
	rule;
	constructor(message, options = {}) {
		super(message);
		this.rule = options.rule;
	}
};

//#endregion
//#region ../../packages/sandboxing/src/bubblewrap/compile-bubblewrap-plan.ts
/**
* Compiles a managed policy to bubblewrap's arguments.
*
* Entries are mounted folders first, so that what lies deeper is mounted over what lies higher, once, and after
* everything that encloses it. On the way from a writable folder to a narrower path in it each folder is bound onto
* itself: a mount point can't be renamed, and renaming a folder above a mask would carry what is masked away from it.
*
* ```ts
* import { compileBubblewrapPlan, policyForMode, resolvePolicy } from '@sallyport/sandboxing';
*
* const policy = resolvePolicy(policyForMode('read-only'), { cwd: '/' });
* console.log(compileBubblewrapPlan(policy, { cwd: '/' }).args.join(' '));
* ```
*
* @throws {PolicyError} for what bubblewrap can't enforce as it reads: a narrower path behind a symbolic link that the
* command could replace; an entry within /proc, which is always the sandbox's own; a working folder that the policy
* hides; more than bubblewrap takes.
*/
function compileBubblewrapPlan(policy, options, probe = nodePathProbe) {
	if (policy.enforcement !== "managed" || policy.fileSystemKind === "external-sandbox") throw new PolicyError("this policy is not for us to enforce: there is no plan for bubblewrap");
	const mounts = new MountList(policy, probe);
	if (!policy.fullDiskWrite) {
		for (const entry of policy.entries) mounts.add(entry);
		for (const path of [...options.protectedPaths ?? []].sort(byDepth)) mounts.protect(path);
	}
	requireVisible(options.cwd, policy);
	const args = [
		"--new-session",
		"--die-with-parent",
		...mounts.base(),
		...mounts.args,
		"--unshare-user",
		"--unshare-pid",
		"--unshare-ipc",
		...policy.network === "restricted" ? ["--unshare-net"] : [],
		"--proc",
		"/proc",
		...mounts.hasOwnRoot ? ["--remount-ro", "/"] : [],
		"--chdir",
		options.cwd,
		"--cap-drop",
		"ALL"
	];
	requireLimits(args);
	return {
		args,
		seccomp: policy.network === "restricted" ? "restricted" : "network-enabled",
		syntheticTargets: mounts.syntheticTargets
	};
}
/** Mounts in the order they are to be made, and what of them the next one has to know. */
var MountList = class {
	args = [];
	syntheticTargets = [];
	hasOwnRoot;
	/** What a path is inside the sandbox so far, by the mounts made: the nearest one above counts. */
	states = /* @__PURE__ */ new Map();
	/** Paths that are mount points inside the sandbox. */
	mounted = new Set(["/"]);
	policy;
	probe;
	constructor(policy, probe) {
		this.policy = policy;
		this.probe = probe;
		const root = policy.fullDiskWrite ? "write" : policy.entries.find(({ path }) => path === "/")?.access ?? "deny";
		this.hasOwnRoot = root === "deny";
		this.states.set("/", root);
	}
	/** What everything else is mounted on. */
	base() {
		if (this.policy.fullDiskWrite) return [
			"--bind",
			"/",
			"/",
			"--dev-bind",
			"/dev",
			"/dev"
		];
		const device = ["--dev", "/dev"];
		switch (this.stateAt("/")) {
			case "write": return [
				"--bind",
				"/",
				"/",
				...device
			];
			case "read": return [
				"--ro-bind",
				"/",
				"/",
				...device
			];
			default: return [
				"--tmpfs",
				"/",
				...device,
				...this.aliases()
			];
		}
	}
	add(entry) {
		if (entry.path === "/") return;
		if (isUnder(entry.path, "/proc")) throw new PolicyError(`bubblewrap can't enforce the policy entry ${entry.rule}: /proc is the sandbox's own`, { rule: entry.rule });
		if (entry.access === "write") this.open(entry.path, "write");
		else if (this.stateAt(entry.path) === "deny" && entry.access === "read") this.open(entry.path, "read");
		else this.narrow(this.anchor(entry), entry);
	}
	/** Keeps a folder read-only that the policy lets be written. */
	protect(path) {
		const canonical = canonicalPath(path, this.probe);
		if (this.stateAt(canonical) !== "write") return;
		const rule = `"${path}" = read (Sallyport's own)`;
		this.narrow(this.anchor({
			spelled: path,
			rule
		}), {
			access: "read",
			rule,
			origin: "protected_metadata"
		});
	}
	/** Makes a path visible or writable that isn't. A missing one stays missing. */
	open(path, access) {
		if (this.stateAt(path) === access || this.probe.kindOf(path) === "missing") return;
		this.args.push(access === "write" ? "--bind" : "--ro-bind", path, path);
		this.mounted.add(path);
		this.states.set(path, access);
	}
	/** Takes something away from a path that may be read or written so far. */
	narrow(path, entry) {
		const state = this.stateAt(path);
		if (state === "deny" || state === entry.access) return;
		const missing = this.firstMissing(path);
		if (missing !== void 0 && state !== "write") return;
		if (missing !== void 0 && this.states.has(missing)) return;
		const target = missing ?? path;
		if (state === "write") this.pinFoldersAbove(target);
		if (missing !== void 0) this.maskMissing(target, entry);
		else if (entry.access === "read") this.args.push("--ro-bind", target, target);
		else this.hide(target);
		this.mounted.add(target);
		this.states.set(target, entry.access === "deny" ? "deny" : "read");
	}
	maskMissing(path, entry) {
		if (entry.access === "read" && entry.origin === "protected_metadata") {
			this.syntheticTargets.push({
				path,
				kind: "directory"
			});
			this.args.push("--perms", "555", "--tmpfs", path, "--remount-ro", path);
			return;
		}
		this.syntheticTargets.push({
			path,
			kind: "file"
		});
		this.args.push("--ro-bind", entry.access === "deny" ? "/dev/null" : path, path);
	}
	hide(path) {
		if (this.probe.kindOf(path) !== "directory") {
			this.args.push("--ro-bind", "/dev/null", path);
			return;
		}
		const reopened = this.reopenedBelow(path);
		this.args.push("--perms", reopened.length === 0 ? "000" : "111", "--tmpfs", path);
		for (const below of reopened) if (this.probe.kindOf(below) === "directory") this.args.push("--dir", below);
		else this.args.push("--ro-bind", "/dev/null", below);
		this.args.push("--remount-ro", path);
	}
	/** Existing paths that an entry opens again below a denied folder, and that need a mount point in its place. */
	reopenedBelow(folder) {
		return this.policy.entries.filter(({ path, access }) => access !== "deny" && path !== folder && isUnder(path, folder)).filter(({ path }) => this.policy.decide((0, node_path.dirname)(path)).access === "deny" && this.probe.kindOf(path) !== "missing").map(({ path }) => path);
	}
	/** Binds each folder between a mount point and a path onto itself, so that none of them can be renamed. */
	pinFoldersAbove(path) {
		const folders = [];
		for (const folder of upwards((0, node_path.dirname)(path))) {
			if (this.mounted.has(folder)) break;
			folders.unshift(folder);
		}
		for (const folder of folders) {
			this.args.push("--bind", folder, folder);
			this.mounted.add(folder);
		}
	}
	/**
	* The path of an entry with the symbolic links followed that the command can't replace.
	*
	* @throws {PolicyError} for one that it could: it would be the link's target that is protected, and the command would
	* put something else in the link's place.
	*/
	anchor(entry) {
		let at = "/";
		for (const part of entry.spelled.split("/").filter((name) => name !== "")) {
			const next = (0, node_path.join)(at, part);
			if (this.probe.kindOf(next) !== "symlink") {
				at = next;
				continue;
			}
			if (this.stateAt(at) === "write") throw new PolicyError(`bubblewrap can't enforce the policy entry ${entry.rule}: ${next} is a symbolic link that the command could replace. Name its target in the policy, or replace the link by what it points to`, { rule: entry.rule });
			at = canonicalPath(next, this.probe);
		}
		return at;
	}
	firstMissing(path) {
		let missing;
		for (const candidate of upwards(path)) {
			if (this.probe.kindOf(candidate) !== "missing") break;
			missing = candidate;
		}
		return missing;
	}
	stateAt(path) {
		for (const candidate of upwards(path)) {
			const state = this.states.get(candidate);
			if (state !== void 0) return state;
		}
		return "deny";
	}
	/**
	* Links such as /bin → usr/bin, by which the policy names what it opens: only their targets are mounted, so that a
	* link can't show what another entry hides.
	*/
	aliases() {
		const opened = this.policy.entries.filter(({ access }) => access !== "deny");
		const made = [];
		return opened.filter(({ spelled, path }) => spelled !== path && this.probe.kindOf(path) !== "missing").sort((a, b) => byDepth(a.spelled, b.spelled)).flatMap(({ spelled, path }) => {
			if ([...made, ...opened.map((entry) => entry.path)].some((there) => isUnder(spelled, there))) return [];
			made.push(spelled);
			return [
				"--symlink",
				path,
				spelled
			];
		});
	}
};
function requireVisible(cwd, policy) {
	const { access, by } = policy.decide(cwd);
	if (access !== "deny") return;
	if (policy.entries.some(({ path, access: opened }) => opened !== "deny" && isUnder(path, cwd))) return;
	throw new PolicyError(`the policy hides the command's own working folder ${cwd} (${by.rule}): let it be read, or work elsewhere`, { rule: by.rule });
}
function requireLimits(args) {
	const long = args.find((arg) => Buffer.byteLength(arg) >= ARGUMENT_BYTES);
	if (long !== void 0) throw new PolicyError(`the policy has a path of more than ${ARGUMENT_BYTES} bytes: ${long.slice(0, 80)}…`);
	if (args.length > 9e3) throw new PolicyError(`the policy needs ${args.length} arguments, and bubblewrap takes ${BUBBLEWRAP_ARGUMENTS}: use fewer entries`);
}

//#endregion
//#region ../../packages/sandboxing/src/seccomp/closed-system-calls.ts
/** Reaching into other processes: their memory, their registers, their open files, what they execute. */
const OTHER_PROCESSES = [
	"ptrace",
	"process_vm_readv",
	"process_vm_writev",
	"pidfd_getfd",
	"kcmp",
	"perf_event_open"
];
/** io_uring(7) performs socket, connect, open and more from kernel threads, past any filter on the calls themselves. */
const IO_URING = [
	"io_uring_setup",
	"io_uring_enter",
	"io_uring_register"
];
/** Large kernel surfaces with a history of privilege escalation, which build tools and tests don't need. */
const KERNEL_ATTACK_SURFACE = ["bpf", "userfaultfd"];
/** Keyrings aren't namespaced by mount or pid: the user's session keys (Kerberos, fscrypt) would stay readable. */
const KEYRINGS = [
	"add_key",
	"request_key",
	"keyctl"
];
/** The file system view is the sandbox: whoever can mount, or change root, can undo a read-only bind or a mask. */
const MOUNTS = [
	"mount",
	"umount2",
	"pivot_root",
	"move_mount",
	"open_tree",
	"open_tree_attr",
	"fsopen",
	"fsconfig",
	"fsmount",
	"fspick",
	"mount_setattr",
	"chroot"
];
/** setns(2) would re-enter the host's namespaces. unshare and clone are filtered by their flags instead. */
const NAMESPACES = ["setns"];
/**
* Running the machine. The kernel asks for capabilities the command shouldn't have; this holds when it has them, as
* for root in the Landlock backend. open_by_handle_at finds files by inode, past every mount and mask.
*/
const MACHINE_ADMINISTRATION = [
	"kexec_load",
	"kexec_file_load",
	"init_module",
	"finit_module",
	"delete_module",
	"reboot",
	"swapon",
	"swapoff",
	"acct",
	"quotactl",
	"quotactl_fd",
	"open_by_handle_at",
	"lookup_dcookie",
	"nfsservctl",
	"iopl",
	"ioperm"
];
/** Closed with EPERM in every filter. */
const ALWAYS_CLOSED = [
	...OTHER_PROCESSES,
	...IO_URING,
	...KERNEL_ATTACK_SURFACE,
	...KEYRINGS,
	...MOUNTS,
	...NAMESPACES,
	...MACHINE_ADMINISTRATION
];
/**
* Closed with EPERM when the network is restricted: everything that gives a socket a peer or a name. A read-only mount
* doesn't stop connect(2) to a host socket (docker.sock, ssh-agent), so it has to be stopped here. The m-variants carry
* addresses in memory, where a filter can't look.
*
* shutdown, getsockopt, setsockopt, getsockname and getpeername stay open: they connect nothing, and without shutdown
* a Node process hangs when it ends a child's stdin (libuv uses socketpairs). Codex 0.171.0 closes them.
*/
const CLOSED_WITHOUT_NETWORK = [
	"connect",
	"bind",
	"listen",
	"accept",
	"accept4",
	"sendmmsg",
	"recvmmsg"
];
/**
* Closed with EPERM for the Landlock backend: landlock(7) restricts opening, creating and removing, and doesn't see
* changes of a file's mode, owner, attributes or times, which work by path or through a descriptor opened read-only.
* Without a read-only mount they would reach every file the user owns.
*/
const CLOSED_FOR_LANDLOCK = [
	"chmod",
	"fchmod",
	"fchmodat",
	"fchmodat2",
	"chown",
	"fchown",
	"lchown",
	"fchownat",
	"setxattr",
	"lsetxattr",
	"fsetxattr",
	"setxattrat",
	"removexattr",
	"lremovexattr",
	"fremovexattr",
	"removexattrat",
	"utime",
	"utimes",
	"futimesat",
	"utimensat",
	"file_setattr"
];
/**
* ioctl(2) requests closed in every filter: they put characters into the terminal's input, to be run by the shell
* that started us (TIOCSTI), or paste them there on a virtual console (TIOCLINUX). asm-generic/ioctls.h.
*/
const ALWAYS_CLOSED_IOCTLS = [21522, 21532];
/**
* ioctl(2) requests closed for the Landlock backend: the same changes as CLOSED_FOR_LANDLOCK by another door. They
* need ownership or mode bits but only a read-only descriptor, and Landlock's ioctl right covers devices alone.
* Values from linux/fs.h, linux/fsverity.h, linux/fscrypt.h, linux/msdos_fs.h and linux/btrfs.h.
*/
const CLOSED_IOCTLS_FOR_LANDLOCK = [
	1074292226,
	1075599392,
	1074296322,
	1082156677,
	2148296211,
	1074033169,
	1342215169,
	1342215182,
	1342215191,
	1342215192,
	1342215183,
	1342215231,
	1074304026
];

//#endregion
//#region ../../packages/sandboxing/src/denial/refusal-line.ts
/** The words of strerror(3) in the C locale, and the names that Node and npm print. */
const words = [
	{
		kind: "read_only",
		pattern: /read-only file ?system|\bEROFS\b/i
	},
	{
		kind: "access",
		pattern: /permission denied|\bEACCES\b|can't cd to|\baccess is denied/i
	},
	{
		kind: "not_permitted",
		pattern: /operation not permitted|\bEPERM\b/i
	},
	{
		kind: "busy",
		pattern: /(?:device|resource) (?:or resource )?busy|\bEBUSY\b/i
	},
	{
		kind: "exists",
		pattern: /file exists|\bEEXIST\b/i
	},
	{
		kind: "missing",
		pattern: /no such file or directory|\bENOENT\b|directory nonexistent/i
	}
];
const WRITING = /\b(?:creat|writ|mkdir|touch|remov|unlink|renam|delet|append|sav|overwrit|chang|lock|install)/i;
/** How many lines above an error are looked at for what it is about. */
const LINES_BEFORE = 6;
/** The lines of a stream's end that name an error of the kernel's. */
function refusalLines(stream) {
	const lines = searchedLines(stream);
	const found = [];
	let paths = 0;
	for (const [index, text] of lines.entries()) {
		const kind = words.find(({ pattern }) => pattern.test(text));
		if (kind === void 0) continue;
		const before = linesBefore(lines, index);
		const named = pathsOf(text, kind.pattern, before).slice(0, 64 - paths);
		paths += named.length;
		found.push({
			kind: kind.kind,
			text: quoted(text),
			before,
			paths: named,
			isWriting: WRITING.test(text)
		});
	}
	return found;
}
/** The lines of a stream's end. A line that is longer than any message counts as nothing: it's data. */
function searchedLines(stream) {
	return stream.slice(-SEARCHED_CHARACTERS).split(/\r\n|[\r\n]/).filter((line) => line.length <= MESSAGE_CHARACTERS);
}
const MESSAGE_CHARACTERS = 4096;
/** A line as evidence quotes it. */
function quoted(line) {
	return line.length <= 512 ? line : `${line.slice(0, 512 - 1)}…`;
}
function linesBefore(lines, index) {
	return lines.slice(Math.max(0, index - LINES_BEFORE), index).reverse().filter((line) => line.trim() !== "");
}
function pathsOf(line, error, before) {
	const here = [...explicitPaths(line), ...besideError(line, error)];
	if (here.length > 0) return [...new Set(here)];
	for (const above of before.slice(0, 3)) {
		const paths = explicitPaths(above);
		if (paths.length > 0) return [...new Set(paths)];
	}
	return [];
}
/** What stands in quotes or is absolute. */
function explicitPaths(line) {
	const inQuotes = [...line.matchAll(/(?<=^|[\s(:=[,])['"`‘“]([^'"`‘’“”]+)['"`’”](?=$|[\s,:;)\].])/g)].map(([, text]) => text ?? "");
	const absolute = [...line.matchAll(/(?<![\w.~:/'"`‘“-])(~?\/[^\s'"`’”:,;()<>|]*)/g)].map(([, text]) => text ?? "");
	return [...inQuotes, ...absolute].filter((text) => text !== "" && text !== "/" && !text.includes("\0"));
}
/**
* The path that stands unquoted beside the error: `bash: line 1: my file: Read-only file system`,
* `tar: x: Cannot open: Permission denied`, `zsh:1: read-only file system: x`.
*/
function besideError(line, error) {
	const parts = line.split(/:\s+|:$/).map((part) => part.trim());
	const at = parts.findIndex((part) => error.test(part));
	const after = parts[at + 1];
	if (after !== void 0 && after !== "" && at + 2 === parts.length) return [after];
	for (let index = at - 1; index >= 1; index -= 1) {
		const part = parts[index] ?? "";
		if (part === "" || /^(?:line )?\d+$/.test(part)) break;
		const object = objectOf(part);
		if (object !== void 0) return [object];
	}
	return [];
}
/** What a phrase such as `cannot create x` is about; a phrase without a verb is the thing itself. */
function objectOf(phrase) {
	const withVerb = /^.*\b(?:creat\w*|open\w*|mkdir|unlink|remov\w*|renam\w*|writ\w*|stat|cd to|chdir|touch|access|lock|file|directory|folder)\s+(\S.*)$/i.exec(phrase);
	if (withVerb?.[1] !== void 0) return withVerb[1];
	return /^(?:cannot|can't|could ?n[o']t|unable|failed)\b/i.test(phrase) ? void 0 : phrase;
}

//#endregion
//#region ../../packages/sandboxing/src/denial/keyword-evidence.ts
/** Of the reference system. */
const KEYWORDS = /operation not permitted|permission denied|read-only file system|seccomp|sandbox|landlock|failed to write file/i;
/** A server's refusal, not the kernel's: `Permission denied (publickey).` */
const OF_A_PEER = /permission denied \((?:publickey|password|gssapi|keyboard)|\bHTTP\/|\b40[13]\b/i;
/** Shells' own statuses (usage error, not executable, not found): common, and rarely the sandbox's doing. */
const ORDINARY_FAILURES = new Set([
	2,
	126,
	127
]);
/**
* What the words of a command's standard error suggest.
*
* @param explained lines that something else accounts for
*/
function keywordFindings(stderr, exitCode, explained) {
	if (exitCode === 0 || ORDINARY_FAILURES.has(exitCode)) return [];
	return searchedLines(stderr).flatMap((line) => {
		if (explained.has(quoted(line)) || OF_A_PEER.test(line) || !KEYWORDS.test(withoutPaths(line))) return [];
		const call = closedCallIn(line);
		return [{
			evidence: call === void 0 ? {
				source: "keyword",
				operation: "unknown",
				text: quoted(line)
			} : {
				source: "policy",
				operation: "syscall",
				target: call,
				rule: "system-call filter",
				text: quoted(line)
			},
			isCertain: false,
			outside: "unknown"
		}];
	});
}
/** A folder named sandbox says nothing. */
function withoutPaths(line) {
	return line.replace(/\S*\/\S*/g, " ");
}
/** Programs that are little more than one call, and whose message begins with their name. */
const CALLS_BY_PROGRAM = {
	unshare: "unshare",
	nsenter: "setns",
	umount: "umount2",
	perf: "perf_event_open"
};
function closedCallIn(line) {
	if (!/operation not permitted|\bEPERM\b/i.test(line)) return void 0;
	return ALWAYS_CLOSED.find((name) => new RegExp(String.raw`\b${name}\b`, "i").test(line)) ?? CALLS_BY_PROGRAM[/^(?:\S*\/)?(\w+):/.exec(line)?.[1] ?? ""];
}

//#endregion
//#region ../../packages/sandboxing/src/denial/network-evidence.ts
const RULE = "network = restricted";
/** Messages of name resolution: getaddrinfo(3), curl, git, ssh, Node, Python, busybox, PostgreSQL. */
const NAME_RESOLUTION = /temporary failure in name resolution|name or service not known|could(?: not|n't) (?:resolve|translate) host|\bEAI_AGAIN\b|\bENOTFOUND\b|unable to resolve|bad address|unknown host|no address associated with|nodename nor servname|temporary failure resolving/i;
/** Messages of connecting without the kernel's error. They are also said of things that aren't sockets. */
const CONNECTION = /failed to connect|could(?: not|n't) connect|cannot connect to|can't connect|connection refused|\bECONNREFUSED\b|network is (?:unreachable|down)|\bENETUNREACH\b|no route to host|unable to connect|error connecting/i;
const SOCKET_WORDS = /\b(?:connect\w*|socket\w*|bind|binding|listen\w*|dial|sendto|sendmsg|send|network|getaddrinfo|resolv\w*|accept|port|ping)\b/i;
/** Calls in a traceback above a bare error: Python's, Ruby's, Perl's. */
const SOCKET_CALLS = /\.(?:connect|bind|listen|sendto|create_connection|create_server)\(|\bsocket\.socket\(|TCPSocket|UNIXSocket/;
/** Programs that do nothing without a peer, and may fail without a word. */
const CLIENTS = /(?:^|[;&|(]\s*|\s)(?:curl|wget|nc|ncat|netcat|ssh|scp|sftp|ping|telnet|psql|mysql|redis-cli|mongosh|dig|nslookup|ftp)\s/;
/** What a stream says of connections that the sandbox refused. */
function networkFindings(stream, { policy }) {
	if (policy.network !== "restricted") return [];
	const refused = new Map(refusalLines(stream).filter(({ kind }) => kind === "not_permitted").map((line) => [line.text, line]));
	return searchedLines(stream).flatMap((line) => {
		const refusal = refused.get(quoted(line));
		if (refusal !== void 0) {
			const finding = ofRefusal(line, refusal);
			if (finding !== void 0) return [finding];
		}
		if (NAME_RESOLUTION.test(line)) return [finding(line, {
			target: hostIn(line) ?? addressIn(line),
			isCertain: true
		})];
		if (!CONNECTION.test(line)) return [];
		const socket = unixSocketIn(line);
		if (socket !== void 0) return [finding(line, {
			target: socket,
			isUnixSocket: true,
			isCertain: true
		})];
		const address = addressIn(line);
		return [finding(line, {
			target: address,
			isCertain: address !== void 0
		})];
	});
}
/** A client that failed without a word. */
function silentClient({ policy, command }) {
	const text = command.join(" ");
	if (policy.network !== "restricted" || !CLIENTS.test(`${text} `)) return void 0;
	const target = /\b[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@'"]*@)?([^\s/'"?#]+)/i.exec(text)?.[1] ?? addressIn(text) ?? hostWord(text);
	if (target === void 0) return void 0;
	return {
		evidence: {
			source: "policy",
			operation: "network",
			target,
			rule: RULE
		},
		isCertain: false,
		outside: "unknown"
	};
}
function ofRefusal(line, { before }) {
	const socket = unixSocketIn(line);
	if (socket !== void 0) return finding(line, {
		target: socket,
		isUnixSocket: true,
		isCertain: true
	});
	const address = addressIn(line);
	if (address !== void 0) return finding(line, {
		target: address,
		isCertain: true
	});
	if (SOCKET_WORDS.test(line)) return finding(line, {
		target: void 0,
		isCertain: true
	});
	const call = before.find((above) => SOCKET_CALLS.test(above));
	if (call === void 0) return void 0;
	const path = /\(\s*['"]([^'"]*\/[^'"]*)['"]\s*\)/.exec(call)?.[1];
	return path === void 0 ? finding(line, {
		target: addressIn(call),
		isCertain: true
	}) : finding(line, {
		target: path,
		isUnixSocket: true,
		isCertain: true
	});
}
function finding(line, about) {
	return {
		evidence: {
			source: "policy",
			operation: about.isUnixSocket === true ? "unix_socket" : "network",
			...about.target === void 0 ? {} : { target: about.target },
			rule: RULE,
			text: quoted(line)
		},
		isCertain: about.isCertain,
		outside: "unknown"
	};
}
const HOST = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|(?:[0-9a-f]{0,4}:){2,}[0-9a-f]{0,4}|localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)`;
/** `host:port` in a line, however it's written. */
function addressIn(line) {
	const spelledOut = new RegExp(String.raw`(${HOST}|\b[a-z0-9-]+)['"]?,? port ['"]?(\d{1,5})\b`, "i").exec(line);
	if (spelledOut !== null) return join$8(spelledOut[1], spelledOut[2]);
	const tuple = new RegExp(String.raw`['"](${HOST})['"],\s*(\d{1,5})\b`, "i").exec(line);
	if (tuple !== null) return join$8(tuple[1], tuple[2]);
	const joined = new RegExp(String.raw`(?<![\w.:-])(${HOST}):(\d{1,5})(?!\w|:\S|\.\d)`, "i").exec(line);
	return joined === null ? void 0 : join$8(joined[1], joined[2]);
}
function join$8(host = "", port = "") {
	return host.includes(":") && !host.startsWith("[") ? `[${host}]:${port}` : `${host}:${port}`;
}
const UNRESOLVED_NAMES = [
	/could(?: not|n't) (?:resolve|translate) host(?:name| name)?:? ['"‘“]?([\w.-]+\w)/i,
	/unable to resolve(?: host)?(?: address)?:? ['"‘“]?([\w.-]+\w)/i,
	/\b(?:EAI_AGAIN|ENOTFOUND) ([\w.-]+\w)/,
	/\b(?:bad address|unknown host:?|resolving) ['"‘“]?([\w.-]+\w)/i,
	/^\S+: ([\w.-]+\w): (?:temporary failure|name or service)/i
];
/** The name that couldn't be looked up. */
function hostIn(line) {
	for (const pattern of UNRESOLVED_NAMES) {
		const name = pattern.exec(line)?.[1];
		if (name !== void 0) return name;
	}
}
/** `unix:///run/x.sock`, `dial unix /run/x.sock:`, `connect EPERM /run/x.sock`, `on socket "/run/x"`. */
function unixSocketIn(line) {
	return /\bunix:(?:\/\/)?(\/[^\s:,'"]+[^\s:,'".])/.exec(line)?.[1] ?? /\b(?:dial|connect|listen|on) unix (\/[^\s:,'"]+)/.exec(line)?.[1] ?? /\bsocket:? ['"‘](\/[^'"’]+)['"’]/.exec(line)?.[1] ?? /\b(?:connect|listen|bind) EPERM:?(?: operation not permitted)? (\/.+?)(?= - |$)/i.exec(line)?.[1];
}
/** The first word of a command that looks like the name of a host. */
function hostWord(text) {
	return new RegExp(String.raw`\s(?:[\w.-]+@)?(${HOST})(?=\s|$)`, "i").exec(text)?.[1];
}

//#endregion
//#region ../../packages/sandboxing/src/denial/path-evidence.ts
/** What a line that names an error says of the sandbox, to judge by the paths in it. */
function judgePaths(line, ended) {
	let verdict = { kind: "open" };
	for (const written of line.paths) for (const path of meaningsOf(written, ended)) {
		const judged = judgePath(path, line, ended);
		if (judged.kind === "sandbox") return judged;
		if (judged.kind === "explained") verdict = judged;
	}
	return verdict;
}
function judgePath(path, line, ended) {
	const { policy, host, backend } = ended;
	const { access, by } = policy.decide(path);
	const denied = (operation, options = {}) => ({
		kind: "sandbox",
		finding: {
			evidence: {
				source: "policy",
				operation,
				target: path,
				rule: options.rule ?? by.rule,
				text: line.text
			},
			isCertain: options.isCertain ?? true,
			outside: "would_likely_succeed"
		}
	});
	const explained = { kind: "explained" };
	if (isOwnOfSandbox(path)) return line.kind === "missing" && backend === "bubblewrap" && !policy.fullDiskWrite && host.canRead(path) ? denied("read", { rule: `the sandbox has its own /${path.split("/")[1]}` }) : { kind: "open" };
	switch (line.kind) {
		case "read_only":
			if (!host.canWrite(path)) return explained;
			return access === "write" ? { kind: "open" } : denied("write");
		case "busy": {
			const narrower = access === "write" ? narrowerBelow(path, ended) : by.rule;
			return narrower === void 0 || !host.canWrite(path) ? explained : denied("write", { rule: narrower });
		}
		case "exists": return by.origin === "protected_metadata" && isUnder(by.path, path) && !host.hasContent(path) ? denied("write", { isCertain: false }) : { kind: "open" };
		case "missing":
			if (access === "deny" && host.canRead(path)) return denied("read");
			if (access === "write" || !/\bENOENT\b.*\bmkdir\b/.test(line.text) || host.exists(path) || !host.canWrite(path)) return { kind: "open" };
			return denied("write", { isCertain: host.exists((0, node_path.dirname)(path)) });
		case "access":
			if (access === "write") return explained;
			if (access === "deny") {
				if (line.isWriting) return host.canWrite(path) ? denied("write") : explained;
				return host.canRead(path) ? denied(isCommand(path, ended) ? "execute" : "read") : explained;
			}
			if (backend === "bubblewrap" || ended.exitCode === 126) return explained;
			return host.canWrite(path) ? denied("write") : explained;
		case "not_permitted": return access === "write" && backend !== "landlock" && host.hasContent(path) ? explained : { kind: "open" };
	}
}
/** What a name in a message can mean: in the command's folder, or in one that the command changed to. */
function meaningsOf(written, { cwd, command, home }) {
	const text = written.replace(/^file:\/\//, "");
	if (text.startsWith("/")) return [(0, node_path.resolve)(text)];
	if (text === "~" || text.startsWith("~/")) return home === void 0 ? [] : [(0, node_path.resolve)(home, text.slice(2))];
	const folders = [...command.join(" ").matchAll(/\bcd\s+(?:--\s+)?(['"]?)([^\s'";&|]+)\1/g)].map(([, , folder]) => (0, node_path.resolve)(cwd, expandHome(folder ?? ".", home)));
	return [...new Set([cwd, ...folders])].map((folder) => (0, node_path.resolve)(folder, text));
}
/** `~` and `$HOME` at the start of a word of shell text. */
function expandHome(word, home) {
	return home === void 0 ? word : word.replace(/^(?:~(?=\/|$)|\$HOME(?=\/|$)|\$\{HOME\})/, home);
}
function isOwnOfSandbox(path) {
	return isUnder(path, "/dev") || isUnder(path, "/proc");
}
/** A narrower entry below a path, which makes the path a mount point inside the sandbox. */
function narrowerBelow(path, { policy }) {
	const below = policy.entries.filter((entry) => entry.access !== "write" && isUnder(entry.path, path));
	return (below.find(({ origin }) => origin === "policy") ?? below[0])?.rule;
}
function isCommand(path, { command: [file], cwd, exitCode }) {
	return exitCode === 126 || file !== void 0 && ((0, node_path.resolve)(cwd, file) === path || (0, node_path.basename)(path) === file);
}

//#endregion
//#region ../../packages/sandboxing/src/denial/classify-denial.ts
/**
* Decides whether the sandbox blocked a command, strongest source first:
*
* 1. **The kernel**: SIGSYS is what the system-call filter kills with. Status 159, which is how a shell and bubblewrap
*    pass SIGSYS on, may also be the command's own: only likely.
* 2. **The policy**: a path or address that the output names as refused, that the policy forbids, and that this user
*    could use outside. On standard error of a failed command it's certain; on standard output, or when the command
*    succeeded all the same, likely. The other way round, a path that the policy allows, or that this user couldn't
*    touch outside either, is no denial, whatever the words.
* 3. **The command**: a failure without a word, of a client whose peer the command names, or with a redirection to a
*    path that the policy forbids. Likely.
* 4. **The words** on standard error, for want of better, and not for the statuses 2, 126 and 127. Likely.
*
* `undefined`: the sandbox isn't known to have interfered. Programs that report in another language than English are
* only found by sources 1 and 3.
*/
function classifyDenial(ended) {
	const findings = findingsOf(ended);
	const [strongest] = findings;
	if (strongest === void 0) return void 0;
	return {
		boundary: "sandbox",
		backend: ended.backend,
		confidence: strongest.isCertain ? "certain" : "likely",
		evidence: findings.map(({ evidence }) => evidence),
		outside: strongest.outside
	};
}
function findingsOf(ended) {
	const fromKernel = kernelFindings(ended);
	if (fromKernel.length > 0) return fromKernel;
	const errors = ended.isTerminal === true ? ended.stdout : ended.stderr;
	if (ended.exitCode === 0 && (ended.isTerminal === true || errors === "")) return [];
	const onStderr = streamFindings(errors, ended);
	if (ended.exitCode === 0) return strongestFirst(onStderr.findings.map(asLikely));
	const explained = strongestFirst([...onStderr.findings, ...streamFindings(ended.stdout, ended).findings.map(asLikely)]);
	if (explained.length > 0) return explained;
	const fromWords = strongestFirst(keywordFindings(errors, ended.exitCode, onStderr.explained));
	return fromWords.length > 0 || onStderr.explained.size > 0 ? fromWords : commandFindings(ended);
}
const SIGSYS_STATUS = 159;
function kernelFindings({ kernelReport, signal, exitCode }) {
	const isCertain = kernelReport === "sigsys" || signal === "SIGSYS";
	if (!isCertain && (exitCode !== SIGSYS_STATUS || signal !== void 0)) return [];
	return [{
		evidence: {
			source: "kernel",
			operation: "syscall",
			rule: "system-call filter"
		},
		isCertain,
		outside: "unknown"
	}];
}
/** What the policy explains in a stream, and the lines for which there is another explanation. */
function streamFindings(stream, ended) {
	const findings = networkFindings(stream, ended);
	const told = new Set(findings.map(({ evidence }) => evidence.text));
	const explained = /* @__PURE__ */ new Set();
	for (const line of refusalLines(stream)) {
		if (told.has(line.text)) continue;
		const verdict = judgePaths(line, ended);
		if (verdict.kind === "sandbox") findings.push(verdict.finding);
		else if (verdict.kind === "explained") explained.add(line.text);
	}
	return {
		findings,
		explained
	};
}
/** What the command itself names, where nothing was printed that says why it failed. */
function commandFindings(ended) {
	const client = silentClient(ended);
	if (client !== void 0) return [client];
	const { policy, host, command, home } = ended;
	return [...command.join(" ").matchAll(/(?<![0-9<&])>{1,2}\|?\s*(['"]?)((?:\/|~\/|\$HOME\/|\$\{HOME\}\/)[^\s'";&|<>()]*)\1/g)].flatMap(([, , word]) => {
		const path = expandHome(word ?? "", home);
		if (!path.startsWith("/") || /^\/(?:dev|proc)\//.test(path)) return [];
		const { access, by } = policy.decide(path);
		if (access === "write" || !host.canWrite(path)) return [];
		return [{
			evidence: {
				source: "policy",
				operation: "write",
				target: path,
				rule: by.rule
			},
			isCertain: false,
			outside: "would_likely_succeed"
		}];
	});
}
function asLikely(finding) {
	return {
		...finding,
		isCertain: false
	};
}
/** What is certain first, one of a kind and target, and no more than anybody reads. */
function strongestFirst(findings) {
	const seen = /* @__PURE__ */ new Set();
	return [...findings].sort((a, b) => Number(b.isCertain) - Number(a.isCertain) || Number(b.evidence.target !== void 0) - Number(a.evidence.target !== void 0)).filter(({ evidence: { operation, target, text } }) => {
		const key = `${operation} ${target ?? text ?? ""}`;
		if (seen.has(key)) return false;
		seen.add(key);
		return true;
	}).slice(0, 8);
}

//#endregion
//#region ../../packages/sandboxing/src/landlock/compile-landlock-plan.ts
/** The version from which a command can be kept from signalling what is outside and from abstract sockets. */
const REQUIRED_LANDLOCK_ABI = 6;
const EXECUTE = 1n << 0n;
const WRITE_FILE = 1n << 1n;
const READ_FILE = 1n << 2n;
const READ_DIR = 1n << 3n;
const TRUNCATE = 1n << 14n;
const IOCTL_DEV = 1n << 15n;
/** All of version 6: `EXECUTE` to `IOCTL_DEV`. Later versions add none to files. */
const EVERYTHING = (1n << 16n) - 1n;
const READING = EXECUTE | READ_FILE | READ_DIR;
/** What may stand in a rule for something that isn't a folder; the kernel refuses any other (EINVAL). */
const ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV;
const BIND_TCP = 1n << 0n;
const CONNECT_TCP = 1n << 1n;
const SCOPE_ABSTRACT_UNIX_SOCKET = 1n << 0n;
const SCOPE_SIGNAL = 1n << 1n;
/** What every program expects to write to. Harmless by itself: the filter closes TIOCSTI and its like. */
const DEVICES = [
	"/dev/null",
	"/dev/zero",
	"/dev/full",
	"/dev/random",
	"/dev/urandom",
	"/dev/tty",
	"/dev/ptmx",
	"/dev/pts"
];
/**
* Compiles a managed policy to Landlock rules, or says why it can't be: a rule opens a path with everything below it,
* so nothing below may be narrower. A workspace with protected names is therefore refused, naming the first of them.
*
* @param options `abi`: the kernel's Landlock version.
*/
function compileLandlockPlan(policy, options, probe = nodePathProbe) {
	if (policy.enforcement !== "managed" || policy.fileSystemKind === "external-sandbox") return {
		kind: "refused",
		reason: "this policy is not for us to enforce"
	};
	if (options.abi < 6) return {
		kind: "refused",
		reason: `the kernel has version ${options.abi} of Landlock, and ${6} (Linux 6.12) is needed to keep a command from signalling processes outside`
	};
	const narrower = policy.entries.find((entry) => isNarrower(entry, policy));
	if (narrower !== void 0) return {
		kind: "refused",
		reason: "a path below one that is opened can't be kept narrower",
		rule: narrower.rule
	};
	const restricted = policy.network === "restricted";
	const opened = policy.fullDiskWrite ? [{
		path: "/",
		access: EVERYTHING
	}] : rulesOf(policy);
	return {
		kind: "plan",
		plan: {
			handledAccessFs: EVERYTHING,
			handledAccessNet: restricted ? BIND_TCP | CONNECT_TCP : 0n,
			scoped: restricted ? SCOPE_ABSTRACT_UNIX_SOCKET | SCOPE_SIGNAL : SCOPE_SIGNAL,
			rules: opened.flatMap(({ path, access }) => {
				const kind = probe.kindOf(path);
				if (kind === "missing") return [];
				return [{
					path,
					access: kind === "directory" ? access : access & ON_FILES
				}];
			}),
			seccomp: restricted ? "restricted" : "network-enabled"
		}
	};
}
function rulesOf(policy) {
	return [...policy.entries.filter(({ access }) => access !== "deny").map(({ path, access }) => ({
		path,
		access: access === "write" ? EVERYTHING : READING
	})), ...DEVICES.map((path) => ({
		path,
		access: READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | IOCTL_DEV
	}))];
}
/** Whether an entry takes away what the nearest one above it grants. */
function isNarrower(entry, policy) {
	if (entry.path === "/" || entry.access === "write") return false;
	const byPath = new Map(policy.entries.map(({ path, access }) => [path, access]));
	for (const above of upwards(entry.path)) {
		if (above === entry.path) continue;
		const access = byPath.get(above);
		if (access === "write" || access === "read" && entry.access === "deny") return true;
	}
	return false;
}

//#endregion
//#region ../../packages/sandboxing/src/policy/policy-for-mode.ts
/** The legacy policy of a mode with all its defaults. `network` (default false) has no meaning for `danger-full-access`. */
function policyForMode(mode, options = {}) {
	switch (mode) {
		case "danger-full-access": return { type: mode };
		case "read-only": return {
			type: mode,
			network_access: options.network ?? false
		};
		case "workspace-write": return {
			type: mode,
			writable_roots: [],
			network_access: options.network ?? false,
			exclude_tmpdir_env_var: false,
			exclude_slash_tmp: false
		};
		default: return assertNever(mode, "sandbox mode");
	}
}

//#endregion
//#region ../../packages/sandboxing/src/policy/protected-metadata.ts
/**
* Names at the top of a writable folder that stay read-only, there or not: who can plant a hook or a configuration
* there runs code outside the sandbox later. Of the reference system, with our own folder added.
*/
const PROTECTED_METADATA_NAMES = [
	".git",
	".agents",
	".codex",
	".sallyport"
];
/**
* The folder that a `.git` *file* points to (worktrees and submodules have one), absolute and as spelled; `undefined`
* where there is no such file, or it doesn't point to anything that exists.
*/
function gitDirectoryOf(root, probe) {
	const text = probe.readText((0, node_path.join)(root, ".git"))?.trim();
	const target = text === void 0 ? void 0 : /^gitdir\s*:\s*(\S.*)$/s.exec(text)?.[1];
	if (target === void 0 || target.includes("\0")) return void 0;
	const path = (0, node_path.isAbsolute)(target) ? target : (0, node_path.resolve)(root, target);
	return probe.realpath(path) === void 0 ? void 0 : path;
}

//#endregion
//#region ../../packages/sandboxing/src/policy/minimal-roots.ts
/** What `minimal` stands for on Linux, as far as it exists: what a program needs to start. Of the reference system. */
const MINIMAL_ROOTS = [
	"/bin",
	"/sbin",
	"/usr",
	"/etc",
	"/lib",
	"/lib64",
	"/nix/store",
	"/run/current-system/sw"
];

//#endregion
//#region ../../packages/sandboxing/src/policy/split-policy.ts
/** Either input shape as a file-system policy and a network policy. Symbols such as the workspace folder stay symbols. */
function splitPolicy(source) {
	switch (source.type) {
		case "danger-full-access":
		case "disabled": return {
			enforcement: "disabled",
			file_system: {
				kind: "unrestricted",
				entries: []
			},
			network: "enabled"
		};
		case "external-sandbox": return external(source.network_access);
		case "external": return external(source.network);
		case "read-only": return {
			enforcement: "managed",
			file_system: {
				kind: "restricted",
				entries: [special("root", "read")]
			},
			network: source.network_access ? "enabled" : "restricted"
		};
		case "workspace-write": return {
			enforcement: "managed",
			file_system: {
				kind: "restricted",
				entries: workspaceEntries(source)
			},
			network: source.network_access ? "enabled" : "restricted"
		};
		case "managed": {
			const { file_system: files, network } = source;
			if (files.type === "unrestricted") return {
				enforcement: "managed",
				file_system: {
					kind: "unrestricted",
					entries: []
				},
				network
			};
			return {
				enforcement: "managed",
				file_system: {
					kind: "restricted",
					entries: files.entries,
					...files.glob_scan_max_depth === void 0 ? {} : { glob_scan_max_depth: files.glob_scan_max_depth }
				},
				network
			};
		}
		default: return assertNever(source, "policy");
	}
}
function external(network) {
	return {
		enforcement: "external",
		file_system: {
			kind: "external-sandbox",
			entries: []
		},
		network
	};
}
function workspaceEntries(policy) {
	return [
		special("root", "read"),
		special("project_roots", "write"),
		...policy.exclude_slash_tmp ? [] : [special("slash_tmp", "write")],
		...policy.exclude_tmpdir_env_var ? [] : [special("tmpdir", "write")],
		...policy.writable_roots.map((path) => ({
			path: {
				type: "path",
				path
			},
			access: "write"
		}))
	];
}
function special(kind, access) {
	return {
		path: {
			type: "special",
			value: { kind }
		},
		access
	};
}

//#endregion
//#region ../../packages/sandboxing/src/policy/resolve-policy.ts
/**
* What a policy means here and now: symbols and symbolic links resolved, one decision a path.
*
* The deepest entry on a path decides; at equal depth deny beats write beats read; what no entry covers is denied.
* Protected names ({@link PROTECTED_METADATA_NAMES}) at the top of each writable folder stay read-only unless an entry
* of the policy names them, or something below them, itself.
*
* ```ts
* import { policyForMode, resolvePolicy } from '@sallyport/sandboxing';
*
* const policy = resolvePolicy(policyForMode('workspace-write'), { cwd: '/srv/project' });
* console.log(policy.decide('/srv/project/.git/config').by.rule);
* ```
*
* @throws {PolicyError} for an entry that can't be enforced: a glob, a path that leaves its workspace folder.
*/
function resolvePolicy(source, context, probe = nodePathProbe) {
	if (!(0, node_path.isAbsolute)(context.cwd)) throw new PolicyError(`the working folder must be an absolute path: ${context.cwd}`);
	const { enforcement, file_system: files, network } = splitPolicy(source);
	if (files.kind !== "restricted") return unrestricted(enforcement, files.kind, network);
	const warnings = [];
	const table = /* @__PURE__ */ new Map();
	let platformDefaults = false;
	for (const entry of files.entries) {
		if (entry.path.type === "special" && entry.path.value.kind === "minimal") {
			platformDefaults ||= entry.access !== "deny";
			continue;
		}
		const spelled = spell(entry, context, probe, warnings);
		if (spelled !== void 0) addEntry(table, spelled, entry.access, probe, warnings);
	}
	if (platformDefaults) addMinimalRoots(table, probe);
	const fullDiskWrite = table.get("/")?.access === "write" && [...table.values()].every(({ access }) => access === "write");
	if (!fullDiskWrite) protectMetadata(table, probe);
	const decide = (path) => decideIn(table, canonicalPath(path, probe));
	const entries = [...table.values()].sort((a, b) => byDepth(a.path, b.path));
	const denied = entries.filter(({ access, path }) => access === "deny" && path !== "/");
	const fullDiskRead = table.has("/") && entries.every(({ access }) => access !== "deny");
	return {
		enforcement,
		network,
		fileSystemKind: "restricted",
		fullDiskRead,
		fullDiskWrite,
		hasDeniedReads: denied.length > 0,
		platformDefaults: platformDefaults && !fullDiskRead,
		entries,
		readableRoots: fullDiskRead ? [] : entries.filter(({ access }) => access !== "deny").map(({ spelled }) => spelled),
		writableRoots: fullDiskWrite ? [] : writableRoots(entries),
		unreadablePaths: denied.map(({ path }) => path),
		warnings,
		decide
	};
}
function unrestricted(enforcement, kind, network) {
	const decision = {
		access: "write",
		by: {
			rule: kind === "unrestricted" ? "the file system is not restricted" : "the file system is left to an external sandbox",
			path: "/",
			access: "write",
			origin: "policy"
		}
	};
	return {
		enforcement,
		network,
		fileSystemKind: kind,
		fullDiskRead: true,
		fullDiskWrite: true,
		hasDeniedReads: false,
		platformDefaults: false,
		entries: [],
		readableRoots: [],
		writableRoots: [],
		unreadablePaths: [],
		warnings: [],
		decide: () => decision
	};
}
/** Where an entry applies, absolute; `undefined` where it applies to nothing on this machine. */
function spell(entry, context, probe, warnings) {
	const { path, access } = entry;
	switch (path.type) {
		case "glob_pattern": throw new PolicyError(`the policy entry ${rule(path.pattern, access)} is a pattern, which no backend enforces yet: name the files or folders instead`, { rule: rule(path.pattern, access) });
		case "path":
			if (path.path.startsWith("/")) return (0, node_path.resolve)(path.path);
			warnings.push(`the policy entry ${rule(path.path, access)} has no effect: the path is of another operating system`);
			return;
		case "special": return spellSpecial(path.value, access, context, probe, warnings);
		default: return assertNever(path, "path type");
	}
}
function spellSpecial(special, access, context, probe, warnings) {
	switch (special.kind) {
		case "root": return "/";
		case "project_roots": {
			if (special.subpath === void 0) return (0, node_path.resolve)(context.cwd);
			const path = (0, node_path.resolve)(context.cwd, special.subpath);
			if ((0, node_path.isAbsolute)(special.subpath) || (0, node_path.relative)((0, node_path.resolve)(context.cwd), path).split("/")[0] === "..") throw new PolicyError(`the policy entry for "${special.subpath}" of the workspace folder leaves that folder: use a path entry`, { rule: rule(special.subpath, access) });
			return path;
		}
		case "tmpdir":
			if (context.tmpdir === void 0 || context.tmpdir === "") return void 0;
			if ((0, node_path.isAbsolute)(context.tmpdir)) return (0, node_path.resolve)(context.tmpdir);
			warnings.push(`TMPDIR is not an absolute path (${context.tmpdir}): the policy entry for it has no effect`);
			return;
		case "slash_tmp": return probe.kindOf("/tmp") === "missing" ? void 0 : "/tmp";
		case "minimal": return;
		case "unknown":
			warnings.push(`the policy entry for the special path "${special.path}" has no effect: this version doesn't know it`);
			return;
		default: return assertNever(special, "special path");
	}
}
/** What wins on the same path. */
const precedence = {
	read: 0,
	write: 1,
	deny: 2
};
function addEntry(table, spelled, access, probe, warnings) {
	const path = canonicalPath(spelled, probe);
	if (access === "write" && probe.kindOf(path) === "missing") {
		warnings.push(`the policy entry ${rule(spelled, access)} has no effect: the path doesn't exist`);
		return;
	}
	const known = table.get(path);
	if (known !== void 0 && precedence[known.access] >= precedence[access]) return;
	table.set(path, {
		path,
		spelled,
		access,
		rule: rule(spelled, access),
		origin: "policy"
	});
}
function addMinimalRoots(table, probe) {
	for (const spelled of MINIMAL_ROOTS) {
		const path = probe.realpath(spelled);
		if (path === void 0 || table.has(path)) continue;
		table.set(path, {
			path,
			spelled,
			access: "read",
			rule: `"${spelled}" = read (minimal)`,
			origin: "policy"
		});
	}
}
/** Entries for the protected names of each writable folder, where the policy doesn't name them itself. */
function protectMetadata(table, probe) {
	const protect = (spelled, words) => {
		const path = canonicalPath(spelled, probe);
		if (table.has(path) || decideIn(table, path).access !== "write") return;
		table.set(path, {
			path,
			spelled,
			access: "read",
			rule: `${words} = read (protected metadata)`,
			origin: "protected_metadata"
		});
	};
	const roots = [...table.values()].filter(({ access, path }) => access === "write" && probe.kindOf(path) === "directory");
	for (const { path: root } of roots) {
		const pointedTo = gitDirectoryOf(root, probe);
		for (const name of PROTECTED_METADATA_NAMES) protect((0, node_path.join)(root, name), `"${name}" of "${root}"`);
		if (pointedTo !== void 0) protect(pointedTo, `the Git folder of "${root}"`);
	}
}
function decideIn(table, path) {
	for (const candidate of upwards(path)) {
		const entry = table.get(candidate);
		if (entry !== void 0) return {
			access: entry.access,
			by: entry
		};
	}
	return {
		access: "deny",
		by: {
			rule: "no entry covers it",
			path: "/",
			access: "deny",
			origin: "default"
		}
	};
}
function writableRoots(entries) {
	return entries.filter(({ access }) => access === "write").map(({ path: root }) => {
		const narrower = entries.filter(({ path, access }) => access !== "write" && path !== root && isUnder(path, root));
		return {
			root,
			readOnlySubpaths: narrower.map(({ path }) => path),
			protectedMetadataNames: PROTECTED_METADATA_NAMES.filter((name) => narrower.some(({ path, origin }) => origin === "protected_metadata" && path === (0, node_path.join)(root, name)))
		};
	});
}
function rule(path, access) {
	return `"${path}" = ${access}`;
}

//#endregion
//#region ../../packages/sandboxing/src/seccomp/bpf-assembler.ts
const LOAD_WORD_ABSOLUTE = 32;
const AND_CONSTANT = 84;
const JUMP_IF_EQUAL = 21;
const JUMP_IF_GREATER = 37;
const JUMP_IF_AT_LEAST = 53;
const JUMP_IF_ANY_BIT = 69;
const RETURN_CONSTANT = 6;
/** `sizeof(struct sock_filter)`: u16 code, u8 jt, u8 jf, u32 k (linux/filter.h). */
const BPF_INSTRUCTION_BYTES = 8;
/** A conditional jump's distance is a u8. */
const MAX_JUMP = 255;
/**
* Assembles a classic BPF program, little-endian as on both machines we compile for. Labels are resolved when the
* program is assembled. Jumps only go forward (the kernel takes no others) and at most 255 instructions far; one that
* can't be encoded is a bug of the caller and throws rather than being cut to 8 bits, which would open the filter.
*/
var BpfAssembler = class {
	#instructions = [];
	#labels = /* @__PURE__ */ new Map();
	/** Loads the 32-bit word at `offset` bytes of the input into the accumulator. */
	loadWord(offset) {
		return this.#emit({
			code: LOAD_WORD_ABSOLUTE,
			k: offset
		});
	}
	/** Keeps only the bits of `mask` in the accumulator. */
	and(mask) {
		return this.#emit({
			code: AND_CONSTANT,
			k: mask
		});
	}
	jumpIfEqual(value, targets) {
		return this.#emit({
			code: JUMP_IF_EQUAL,
			k: value,
			...targets
		});
	}
	/** Unsigned comparison. */
	jumpIfGreater(value, targets) {
		return this.#emit({
			code: JUMP_IF_GREATER,
			k: value,
			...targets
		});
	}
	/** Unsigned comparison. */
	jumpIfAtLeast(value, targets) {
		return this.#emit({
			code: JUMP_IF_AT_LEAST,
			k: value,
			...targets
		});
	}
	/** Jumps to `ifTrue` when the accumulator has at least one bit of `mask`. */
	jumpIfAnyBit(mask, targets) {
		return this.#emit({
			code: JUMP_IF_ANY_BIT,
			k: mask,
			...targets
		});
	}
	return(value) {
		return this.#emit({
			code: RETURN_CONSTANT,
			k: value
		});
	}
	/** Names the next instruction. */
	label(name) {
		if (this.#labels.has(name)) throw new RangeError(`BPF label ${name} is defined twice`);
		this.#labels.set(name, this.#instructions.length);
		return this;
	}
	/** @throws RangeError for an undefined label, a backward jump, or one further than 255 instructions. */
	assemble() {
		const bytes = new Uint8Array(this.#instructions.length * 8);
		const view = new DataView(bytes.buffer);
		this.#instructions.forEach(({ code, k, ifTrue, ifFalse }, index) => {
			const at = index * 8;
			view.setUint16(at, code, true);
			view.setUint8(at + 2, this.#distance(index, ifTrue));
			view.setUint8(at + 3, this.#distance(index, ifFalse));
			view.setUint32(at + 4, k, true);
		});
		return bytes;
	}
	#emit(instruction) {
		this.#instructions.push(instruction);
		return this;
	}
	#distance(from, label) {
		if (label === void 0) return 0;
		const target = this.#labels.get(label);
		if (target === void 0) throw new RangeError(`BPF label ${label} is not defined`);
		const distance = target - from - 1;
		if (distance < 0 || distance > MAX_JUMP) throw new RangeError(`BPF jump from ${from} to ${label} spans ${distance} instructions; 0 to ${MAX_JUMP} can be encoded`);
		return distance;
	}
};

//#endregion
//#region ../../packages/sandboxing/src/seccomp/system-calls.ts
/**
* Numbers of the system calls the filters name: `[x86_64, arm64]`, null where the machine never had the call.
* Sources: asm/unistd_64.h (x86_64) and asm-generic/unistd.h (arm64) of Linux 6.1; the calls added since then
* (fchmodat2, setxattrat, removexattrat, open_tree_attr, file_setattr) have one number on every machine, from
* scripts/syscall.tbl of Linux 6.17. Closing a number an older kernel doesn't know costs nothing.
*/
const SYSTEM_CALL_NUMBERS = {
	ptrace: [101, 117],
	process_vm_readv: [310, 270],
	process_vm_writev: [311, 271],
	kcmp: [312, 272],
	pidfd_getfd: [438, 438],
	perf_event_open: [298, 241],
	io_uring_setup: [425, 425],
	io_uring_enter: [426, 426],
	io_uring_register: [427, 427],
	bpf: [321, 280],
	userfaultfd: [323, 282],
	add_key: [248, 217],
	request_key: [249, 218],
	keyctl: [250, 219],
	mount: [165, 40],
	umount2: [166, 39],
	pivot_root: [155, 41],
	move_mount: [429, 429],
	open_tree: [428, 428],
	open_tree_attr: [467, 467],
	fsopen: [430, 430],
	fsconfig: [431, 431],
	fsmount: [432, 432],
	fspick: [433, 433],
	mount_setattr: [442, 442],
	chroot: [161, 51],
	setns: [308, 268],
	unshare: [272, 97],
	clone: [56, 220],
	clone3: [435, 435],
	kexec_load: [246, 104],
	kexec_file_load: [320, 294],
	init_module: [175, 105],
	finit_module: [313, 273],
	delete_module: [176, 106],
	reboot: [169, 142],
	swapon: [167, 224],
	swapoff: [168, 225],
	acct: [163, 89],
	quotactl: [179, 60],
	quotactl_fd: [443, 443],
	open_by_handle_at: [304, 265],
	lookup_dcookie: [212, 18],
	nfsservctl: [180, 42],
	iopl: [172, null],
	ioperm: [173, null],
	ioctl: [16, 29],
	socket: [41, 198],
	socketpair: [53, 199],
	connect: [42, 203],
	bind: [49, 200],
	listen: [50, 201],
	accept: [43, 202],
	accept4: [288, 242],
	sendto: [44, 206],
	sendmmsg: [307, 269],
	recvmmsg: [299, 243],
	chmod: [90, null],
	fchmod: [91, 52],
	fchmodat: [268, 53],
	fchmodat2: [452, 452],
	chown: [92, null],
	fchown: [93, 55],
	lchown: [94, null],
	fchownat: [260, 54],
	setxattr: [188, 5],
	lsetxattr: [189, 6],
	fsetxattr: [190, 7],
	setxattrat: [463, 463],
	removexattr: [197, 14],
	lremovexattr: [198, 15],
	fremovexattr: [199, 16],
	removexattrat: [466, 466],
	utime: [132, null],
	utimes: [235, null],
	futimesat: [261, null],
	utimensat: [280, 88],
	file_setattr: [469, 469]
};
/** The call's number on `arch`, or null when that machine doesn't have it. */
function systemCallNumber(name, arch) {
	const [x64, arm64] = SYSTEM_CALL_NUMBERS[name];
	return arch === "x64" ? x64 : arm64;
}

//#endregion
//#region ../../packages/sandboxing/src/seccomp/compile-seccomp-program.ts
/** Offsets in `struct seccomp_data` (linux/seccomp.h). Arguments are 64 bits wide, low half first on our machines. */
const CALL_NUMBER_OFFSET = 0;
const ARCHITECTURE_OFFSET = 4;
const lowHalfOfArgument = (index) => 16 + 8 * index;
const highHalfOfArgument = (index) => lowHalfOfArgument(index) + 4;
/** Filter results (linux/seccomp.h), errnos in the low 16 bits. */
const ALLOW = 2147418112;
const KILL_PROCESS = 2147483648;
const FAIL_WITH = 327680;
const EPERM = 1;
const ENOSYS = 38;
/** linux/audit.h: the ELF machine, marked as 64-bit and little-endian. */
const AUDIT_ARCHITECTURES = {
	x64: 3221225534,
	arm64: 3221225655
};
/** Set in the number of a call through the x32 ABI, which reports itself as x86_64 (asm/unistd.h). */
const X32_CALL_BIT = 1073741824;
/**
* Numbers of x32's own variants (ptrace, process_vm_readv, sendmmsg and others again). Kernels before 5.5 also take
* them without the x32 bit; none is a call of x86_64 proper.
*/
const X32_VARIANTS = {
	first: 512,
	last: 547
};
const CLONE_NEWTIME = 128;
/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h). */
const NEW_NAMESPACES_OF_CLONE = 2114060288;
const NEW_NAMESPACES_OF_UNSHARE = NEW_NAMESPACES_OF_CLONE | CLONE_NEWTIME;
const AF_UNIX = 1;
const AF_VSOCK = 40;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** The type without SOCK_NONBLOCK and SOCK_CLOEXEC (linux/net.h). */
const SOCK_TYPE_MASK = 15;
/**
* Compiles the seccomp filter of a sandboxed command: classic BPF as an array of `struct sock_filter` in little-endian
* order, ready for bwrap's `--seccomp` descriptor or for `seccomp(SECCOMP_SET_MODE_FILTER)`. Calls of a foreign
* architecture (int 0x80, a 32-bit program) kill the process with SIGSYS; closed calls fail with EPERM, clone3 with
* ENOSYS; every call not listed is allowed. Pure: the same options give the same bytes.
*/
function compileSeccompProgram(options) {
	const { arch, mode, forLandlock = false } = options;
	const program = new BpfAssembler();
	program.loadWord(ARCHITECTURE_OFFSET).jumpIfEqual(AUDIT_ARCHITECTURES[arch], { ifFalse: "kill" }).loadWord(CALL_NUMBER_OFFSET);
	if (arch === "x64") refuseX32(program);
	const closed = [
		...ALWAYS_CLOSED,
		...mode === "restricted" ? CLOSED_WITHOUT_NETWORK : [],
		...forLandlock ? CLOSED_FOR_LANDLOCK : []
	];
	for (const name of closed) {
		const number = systemCallNumber(name, arch);
		if (number !== null) program.jumpIfEqual(number, { ifTrue: "deny" });
	}
	onCall(program, arch, "clone3", () => program.return(FAIL_WITH | ENOSYS));
	onCall(program, arch, "clone", () => allowUnlessAnyBit(program, NEW_NAMESPACES_OF_CLONE));
	onCall(program, arch, "unshare", () => allowUnlessAnyBit(program, NEW_NAMESPACES_OF_UNSHARE));
	onCall(program, arch, "ioctl", () => {
		program.loadWord(lowHalfOfArgument(1));
		for (const request of [...ALWAYS_CLOSED_IOCTLS, ...forLandlock ? CLOSED_IOCTLS_FOR_LANDLOCK : []]) program.jumpIfEqual(request, { ifTrue: "deny" });
		program.return(ALLOW);
	});
	filterSockets(program, arch, mode);
	return program.label("allow").return(ALLOW).label("deny").return(FAIL_WITH | EPERM).label("kill").return(KILL_PROCESS).assemble();
}
function refuseX32(program) {
	program.jumpIfAtLeast(X32_CALL_BIT, { ifTrue: "deny" }).jumpIfAtLeast(X32_VARIANTS.first, { ifFalse: "not-x32" }).jumpIfGreater(X32_VARIANTS.last, { ifFalse: "deny" }).label("not-x32");
}
function filterSockets(program, arch, mode) {
	switch (mode) {
		case "restricted":
			onCall(program, arch, "socket", () => allowConnectedUnixSockets(program));
			onCall(program, arch, "socketpair", () => allowConnectedUnixSockets(program));
			onCall(program, arch, "sendto", () => program.loadWord(lowHalfOfArgument(4)).jumpIfEqual(0, { ifFalse: "deny" }).loadWord(highHalfOfArgument(4)).jumpIfEqual(0, { ifFalse: "deny" }).return(ALLOW));
			return;
		case "network-enabled":
			onCall(program, arch, "socket", () => allowUnlessVsock(program));
			onCall(program, arch, "socketpair", () => allowUnlessVsock(program));
			return;
		default: assertNever(mode, "seccomp mode");
	}
}
/** Runs `body` for the call `name` only; the body has to decide, never to fall through. The accumulator stays the number elsewhere. */
function onCall(program, arch, name, body) {
	const number = systemCallNumber(name, arch);
	if (number === null) return;
	program.jumpIfEqual(number, { ifFalse: `not-${name}` });
	body();
	program.label(`not-${name}`);
}
function allowUnlessAnyBit(program, mask) {
	program.loadWord(lowHalfOfArgument(0)).jumpIfAnyBit(mask, { ifTrue: "deny" }).return(ALLOW);
}
function allowUnlessVsock(program) {
	program.loadWord(lowHalfOfArgument(0)).jumpIfEqual(AF_VSOCK, { ifTrue: "deny" }).return(ALLOW);
}
/**
* AF_UNIX stream and seqpacket only. sendmsg(2) has to stay open, its address is in memory where a filter can't look,
* and on a datagram socket that address may be any host socket (/dev/log, systemd's notify), whether the socket comes
* from socket(2) or, already paired, from socketpair(2). The types are listed rather than SOCK_DGRAM refused because
* unix(7) turns SOCK_RAW into a datagram socket as well. Family and type are ints: the high halves don't count.
*/
function allowConnectedUnixSockets(program) {
	program.loadWord(lowHalfOfArgument(0)).jumpIfEqual(AF_UNIX, { ifFalse: "deny" }).loadWord(lowHalfOfArgument(1)).and(SOCK_TYPE_MASK).jumpIfEqual(SOCK_STREAM, { ifTrue: "allow" }).jumpIfEqual(SOCK_SEQPACKET, {
		ifTrue: "allow",
		ifFalse: "deny"
	});
}

//#endregion
//#region ../../packages/sandboxing/src/select-backend.ts
/**
* Whether a policy needs the operating system to contain the command.
*
* | enforcement | file system | network | needed |
* | --- | --- | --- | --- |
* | disabled | any | any | no |
* | external | any | any | no: somebody else does |
* | managed | any | restricted | yes |
* | managed | unrestricted, or restricted with everything writable | enabled | no |
* | managed | otherwise | enabled | yes |
*/
function needsPlatformSandbox(policy) {
	if (policy.enforcement !== "managed" || policy.fileSystemKind === "external-sandbox") return false;
	return policy.network === "restricted" || !policy.fullDiskWrite;
}
/**
* Chooses the backend for a policy: bubblewrap where it works, else Landlock where the policy can be said in it, else
* none, which is a refusal. Pure: facts are collected by the caller.
*/
function selectBackend(policy, facts) {
	if (policy.enforcement === "disabled") return { backend: "none" };
	if (policy.enforcement === "external" || policy.fileSystemKind === "external-sandbox") return { backend: "external" };
	if (!needsPlatformSandbox(policy)) return { backend: "none" };
	if (facts.platform !== "linux") return {
		backend: "refused",
		reason: `there is no sandbox for ${facts.platform} yet, and the policy asks for one`
	};
	if (facts.bubblewrap === "works") return { backend: "bubblewrap" };
	const bubblewrap = facts.bubblewrap === "missing" ? "bubblewrap is not installed" : `bubblewrap doesn't work here (${facts.bubblewrap})`;
	const mend = facts.bubblewrap === "missing" ? "install bubblewrap; `sallyport doctor` says how" : "`sallyport doctor` says what is missing";
	if (facts.landlockAbi === 0) return {
		backend: "refused",
		reason: `${bubblewrap}, and there is no Landlock to use instead`,
		mend
	};
	const landlock = compileLandlockPlan(policy, { abi: facts.landlockAbi });
	if (landlock.kind === "plan") return { backend: "landlock" };
	const entry = landlock.rule === void 0 ? "" : ` (policy entry ${landlock.rule})`;
	return {
		backend: "refused",
		reason: `${bubblewrap}, and Landlock can't enforce this policy: ${landlock.reason}${entry}`,
		mend
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/sandbox-unavailable-error.ts
/** The containment that was asked for can't be had here, so nothing was started. */
var SandboxUnavailableError = class extends SallyportError {
	code = "SANDBOX_UNAVAILABLE";
	reason;
	/** A command, or one sentence, that mends it; absent when nothing is known to. */
	mend;
	constructor(reason, message, options = {}) {
		super(message, options.cause === void 0 ? void 0 : { cause: options.cause });
		this.reason = reason;
		this.mend = options.mend;
	}
};

//#endregion
//#region ../../packages/linux-sandbox/src/bubblewrap-arguments.ts
/** How many words follow an option. Those of a mount end with the path inside the sandbox. */
const mounts = {
	"--bind": 2,
	"--bind-try": 2,
	"--dev-bind": 2,
	"--dev-bind-try": 2,
	"--ro-bind": 2,
	"--ro-bind-try": 2,
	"--bind-fd": 2,
	"--ro-bind-fd": 2,
	"--file": 2,
	"--bind-data": 2,
	"--ro-bind-data": 2,
	"--symlink": 2,
	"--chmod": 2,
	"--tmpfs": 1,
	"--dev": 1,
	"--proc": 1,
	"--dir": 1,
	"--mqueue": 1,
	"--remount-ro": 1
};
/** Options that change the mount after them. */
const modifiers = {
	"--perms": 1,
	"--size": 1
};
const others = {
	"--unshare-all": 0,
	"--unshare-user": 0,
	"--unshare-user-try": 0,
	"--unshare-ipc": 0,
	"--unshare-pid": 0,
	"--unshare-net": 0,
	"--unshare-uts": 0,
	"--unshare-cgroup": 0,
	"--unshare-cgroup-try": 0,
	"--share-net": 0,
	"--disable-userns": 0,
	"--assert-userns-disabled": 0,
	"--new-session": 0,
	"--die-with-parent": 0,
	"--as-pid-1": 0,
	"--clearenv": 0,
	"--chdir": 1,
	"--cap-add": 1,
	"--cap-drop": 1,
	"--hostname": 1,
	"--uid": 1,
	"--gid": 1,
	"--unsetenv": 1,
	"--setenv": 2,
	"--argv0": 1
};
/**
* bubblewrap arguments without the mounts on these paths, and below them.
*
* @throws {SandboxUnavailableError} `mount_point` for an option it doesn't know, since it couldn't tell where that ends.
*/
function withoutMountsOn(paths, args) {
	const kept = [];
	let pending = [];
	for (let at = 0; at < args.length;) {
		const option = args[at] ?? "";
		const count = mounts[option] ?? modifiers[option] ?? others[option];
		if (count === void 0) throw new SandboxUnavailableError("mount_point", `can't leave a mount out of a plan that has the option ${option}`);
		const words = args.slice(at, at + 1 + count);
		at += words.length;
		if (option in modifiers) {
			pending.push(...words);
			continue;
		}
		const destination = option in mounts ? words.at(-1) : void 0;
		if (destination === void 0 || !paths.some((path) => isUnder$1(destination, path))) kept.push(...pending, ...words);
		pending = [];
	}
	return kept;
}

//#endregion
//#region ../../packages/linux-sandbox/src/signal-names.ts
const names = new Map(Object.entries(node_os.constants.signals).map(([name, number]) => [number, name]));
/** `SIGKILL` for 9. Signals without a name of their own (real-time ones) are named by number. */
function signalName(number) {
	return names.get(number) ?? `SIG${number}`;
}
/** The status that stands for an end by signal: 128+N, or 255 for a name that this machine doesn't know. */
function exitCodeOfSignal(name) {
	const number = Object.entries(node_os.constants.signals).find(([known]) => known === name)?.[1];
	return number === void 0 ? 255 : 128 + number;
}

//#endregion
//#region ../../packages/linux-sandbox/src/diagnose-bubblewrap.ts
/** How bubblewrap's messages about itself begin. */
const BUBBLEWRAP_STDERR_PREFIX = "bwrap: ";
/** bubblewrap's own words; it isn't translated. */
const setupFailures = [
	{
		reason: "unknown_option",
		pattern: /^bwrap: Unknown option /m
	},
	{
		reason: "proc_mount",
		pattern: /^bwrap: Can't mount proc on \/newroot\/proc/m
	},
	{
		reason: "no_namespaces",
		pattern: /^bwrap: (?:No permissions to creat\w+ (?:a )?new namespace|Creating new namespace failed)/m
	},
	{
		reason: "no_namespaces",
		pattern: /^bwrap: setting up [ug]id map: (?:Permission denied|Operation not permitted)/m
	},
	{
		reason: "no_namespaces",
		pattern: /^bwrap: loopback: Failed (?:RTM_NEWADDR|RTM_NEWLINK|to create NETLINK_ROUTE)/m
	},
	{
		reason: "no_namespaces",
		pattern: /^bwrap: (?:Failed to make \/ slave|Unexpected capabilities but not setuid)/m
	},
	{
		reason: "no_namespaces",
		pattern: /^bwrap: cannot open \/proc\/sys\/user\/max_user_namespaces/m
	}
];
/**
* What bubblewrap's end says about the command.
*
* bubblewrap reports an exit code on its status descriptor if, and only if, the command was executed (its
* `report_child_exit_status`); the command can't write there. So nothing that a command prints or returns can pass
* for a failed set-up. 128+N may be the command's own number as well as signal N, so no signal is claimed.
*/
function diagnoseBubblewrap(exit, reported) {
	if (reported.exitCode !== void 0) return {
		kind: "command_ran",
		exitCode: reported.exitCode
	};
	if (exit.signal !== void 0) return {
		kind: "command_ran",
		exitCode: exitCodeOfSignal(exit.signal),
		signal: exit.signal
	};
	const stderr = exit.launcherStderr ?? "";
	const execution = /^bwrap: execvp .*: (.+)$/m.exec(stderr);
	if (execution !== null) return execution[1] === "No such file or directory" ? {
		kind: "exec_failed",
		exitCode: 127,
		message: `${reported.command}: not found inside the sandbox: the policy hides it, or the interpreter that its first line names`
	} : {
		kind: "exec_failed",
		exitCode: 126,
		message: `${reported.command}: can't be executed inside the sandbox: ${execution[1]}`
	};
	const message = stderr.split("\n").find((line) => line.startsWith(BUBBLEWRAP_STDERR_PREFIX))?.trim();
	return {
		kind: "setup_failed",
		reason: setupFailures.find(({ pattern }) => pattern.test(stderr))?.reason ?? "other",
		message: message ?? `bwrap: ended with status ${exit.exitCode ?? "unknown"} before the command started`
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/loader-environment.ts
/**
* Variables by which the dynamic loader and the C library of *any* program load code or files (ld.so(8), "secure
* execution mode").
*/
const loaderVariables = /^(?:LD_|GCONV_PATH$|GLIBC_TUNABLES$|LOCPATH$|MALLOC_TRACE$|NLSPATH$|GETCONF_DIR$)/;
/**
* Parts an environment into what the launcher may have and what only the command may have: with `LD_PRELOAD` or
* `LD_LIBRARY_PATH` pointing into the workspace, the launcher would run the workspace's code before any containment.
*/
function partLoaderEnvironment(env) {
	const launcher = {};
	const commandOnly = [];
	for (const name in env) {
		const value = env[name];
		if (value === void 0) continue;
		if (loaderVariables.test(name)) commandOnly.push([name, value]);
		else launcher[name] = value;
	}
	return {
		launcher,
		commandOnly
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/process-identity.ts
let own;
/** This process. Read once. */
function ownIdentity() {
	own ??= {
		pid: process.pid,
		startTime: readStat(process.pid)?.startTime ?? "unknown",
		pidNamespace: ownPidNamespace()
	};
	return own;
}
/** The process that has this number now, or `undefined` when there is none. */
function identityOf(pid) {
	const stat = readStat(pid);
	return stat === void 0 ? void 0 : {
		pid,
		startTime: stat.startTime,
		pidNamespace: ownIdentity().pidNamespace
	};
}
/**
* Whether that process may still act. A zombie can't. Of a process in another PID name space (another container that
* shares the folder) nothing can be known: it counts as alive, which errs towards leaving things in place.
*/
function isAlive(identity) {
	const self = ownIdentity();
	if (identity.pidNamespace !== self.pidNamespace) return true;
	if (identity.pid === self.pid) return identity.startTime === self.startTime;
	const stat = readStat(identity.pid);
	return stat !== void 0 && stat.startTime === identity.startTime && stat.state !== "Z" && stat.state !== "X";
}
/** One word, without a slash: can name a file and be the target of a symbolic link. */
function formatIdentity(identity) {
	return `${identity.pid}-${identity.startTime}-${identity.pidNamespace}`;
}
/** The inverse of {@link formatIdentity}; `undefined` for anything else. */
function parseIdentity(text) {
	const [, pid, startTime, pidNamespace] = /^(\d{1,10})-(\d{1,20}|unknown)-(pid:\[\d{1,20}\]|unknown)$/.exec(text) ?? [];
	if (pid === void 0 || startTime === void 0 || pidNamespace === void 0) return void 0;
	return {
		pid: Number(pid),
		startTime,
		pidNamespace
	};
}
function readStat(pid) {
	let text;
	try {
		text = (0, node_fs.readFileSync)(`/proc/${pid}/stat`, "latin1");
	} catch (error) {
		if (isErrno(error, "ENOENT", "ESRCH")) return void 0;
		throw error;
	}
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	return {
		state: fields[0] ?? "",
		startTime: fields[19] ?? "unknown"
	};
}
function ownPidNamespace() {
	try {
		return (0, node_fs.readlinkSync)("/proc/self/ns/pid");
	} catch {
		return "unknown";
	}
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/end-sandbox.ts
/**
* Makes sure that a sandbox is over, given its first process. Returns whether it is.
*
* Usually it is, or is ending: bubblewrap's end has killed that process, and with it all others of its PID name space.
* But the last of them may still be dying when bubblewrap has returned. Were a mask removed in that moment, a process
* on another processor could create the real thing. The first process becomes a zombie only after all others are gone
* (pid_namespaces(7)), so that is what is waited for.
*
* And bubblewrap binds that process to itself only when everything is set up. Killed before that, it leaves a sandbox
* behind that nobody watches; so it's killed here.
*/
function endSandbox(first) {
	if (!isAlive(first)) return true;
	if (first.pidNamespace !== ownIdentity().pidNamespace) return false;
	if (isFirstOfSandbox(first.pid)) try {
		process.kill(first.pid, "SIGKILL");
	} catch {}
	const deadline = performance.now() + NAMESPACE_END_TIMEOUT_MS;
	while (isAlive(first)) {
		if (performance.now() > deadline) return false;
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
	}
	return true;
}
/** Whether it is bubblewrap as process 1 of a name space below ours: a forged record mustn't have us kill anything else. */
function isFirstOfSandbox(pid) {
	try {
		const status = (0, node_fs.readFileSync)(`/proc/${pid}/status`, "latin1");
		return /^Name:\tbwrap$/m.test(status) && /^NSpid:(?:\t\d+)+\t1$/m.test(status);
	} catch {
		return false;
	}
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/marker.ts
const suffix = ".marker";
function isMarkerName(name) {
	return name.endsWith(suffix);
}
let counter = 0;
/** Records the intent, before anything is made. */
function writeIntent(folder, owner, intended) {
	for (;;) {
		const name = `${formatIdentity(owner)}-${counter++}${suffix}`;
		try {
			const fd = (0, node_fs.openSync)((0, node_path.join)(folder, name), "wx", 384);
			(0, node_fs.writeSync)(fd, `${JSON.stringify({
				owner: formatIdentity(owner),
				intended
			})}\n`);
			return {
				name,
				fd
			};
		} catch (error) {
			if (!isErrno(error, "EEXIST")) throw error;
		}
	}
}
/** Records what was made. */
function writeMade(fd, made) {
	(0, node_fs.writeSync)(fd, `${JSON.stringify({ made })}\n`);
}
/** Records the sandbox's first process, so that nobody clears up below it while it is still ending. */
function writeSandbox(folder, name, sandbox) {
	(0, node_fs.appendFileSync)((0, node_path.join)(folder, name), `${JSON.stringify({ sandbox: formatIdentity(sandbox) })}\n`, { flag: "a" });
}
/** Removes a marker, or whatever stands in its place. Links aren't followed. */
function removeMarker(folder, name) {
	(0, node_fs.rmSync)((0, node_path.join)(folder, name), {
		force: true,
		recursive: true
	});
}
/**
* Reads a marker. `undefined` for what isn't one: not a plain file, or without an intent. The folder is private, but
* an unsandboxed program of this user may have written in it, so the content is checked like any input.
*/
function readMarker(folder, name) {
	const path = (0, node_path.join)(folder, name);
	if ((0, node_fs.lstatSync)(path, { throwIfNoEntry: false })?.isFile() !== true) return void 0;
	const fd = (0, node_fs.openSync)(path, "r");
	let text;
	let intendedAtMs;
	try {
		const stats = (0, node_fs.fstatSync)(fd);
		if (stats.size > 1048576) return void 0;
		intendedAtMs = stats.birthtimeMs;
		text = (0, node_fs.readFileSync)(fd, "utf8");
	} finally {
		(0, node_fs.closeSync)(fd);
	}
	const lines = text.split("\n").map(parseLine);
	const owner = identityIn(lines[0], "owner");
	const intended = listIn(lines[0], "intended", targetFrom);
	if (owner === void 0 || intended === void 0) return void 0;
	return {
		name,
		owner,
		intended,
		intendedAtMs,
		made: listIn(lines[1], "made", standInFrom),
		sandbox: lines.map((line) => identityIn(line, "sandbox")).find((identity) => identity !== void 0)
	};
}
function parseLine(line) {
	try {
		return JSON.parse(line);
	} catch {
		return;
	}
}
function field(value, key) {
	return typeof value === "object" && value !== null ? Reflect.get(value, key) : void 0;
}
function identityIn(line, key) {
	const text = field(line, key);
	return typeof text === "string" ? parseIdentity(text) : void 0;
}
function listIn(line, key, from) {
	const list = field(line, key);
	if (!Array.isArray(list)) return void 0;
	const items = list.map(from);
	return items.every((item) => item !== void 0) ? items : void 0;
}
function targetFrom(value) {
	const path = field(value, "path");
	const kind = field(value, "kind");
	if (typeof path !== "string" || !(0, node_path.isAbsolute)(path) || path.includes("\0")) return void 0;
	return kind === "directory" || kind === "file" ? {
		path,
		kind
	} : void 0;
}
function standInFrom(value) {
	const target = targetFrom(value);
	const dev = field(value, "dev");
	const ino = field(value, "ino");
	const born = field(value, "born");
	if (target === void 0 || typeof dev !== "string" || typeof ino !== "string" || typeof born !== "string") return void 0;
	return {
		...target,
		dev,
		ino,
		born
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/registry-folder.ts
let found;
/**
* The folder in which all of this user's sandboxes record their mount points, without symbolic links.
*
* The user's run-time folder where there is one, else below `/tmp`. Deliberately not taken from `XDG_RUNTIME_DIR` or
* `TMPDIR`: two sandboxes in one workspace have to meet here, whatever each one's environment says.
*/
function registryFolder() {
	found ??= (0, node_path.join)(privateBase(), `sallyport-mount-targets-${effectiveUser()}`);
	return found;
}
/**
* Makes sure of the folder and that nobody else can have written in it.
*
* @throws {SandboxUnavailableError} `unsafe_registry` when it is a symbolic link, somebody else's, or open to others.
*/
function openRegistry(folder) {
	let stats = (0, node_fs.lstatSync)(folder, { throwIfNoEntry: false });
	if (stats === void 0) {
		try {
			(0, node_fs.mkdirSync)(folder, { mode: 448 });
		} catch (error) {
			if (!isErrno(error, "EEXIST")) throw new SandboxUnavailableError("unsafe_registry", `can't create ${folder}: ${messageOf(error)}`, { cause: error });
		}
		stats = (0, node_fs.lstatSync)(folder);
	}
	const fault = stats.isSymbolicLink() ? "must not be a symbolic link" : !stats.isDirectory() ? "is not a directory" : stats.uid !== effectiveUser() ? `belongs to user ${stats.uid}` : (stats.mode & 63) !== 0 ? `is open to other users (mode ${(stats.mode & 511).toString(8)})` : void 0;
	if (fault !== void 0) throw new SandboxUnavailableError("unsafe_registry", `the record of mount points ${folder} ${fault}`, { mend: `rm -rf ${folder}` });
}
/** The user whose rights count. */
function effectiveUser() {
	return process.geteuid?.() ?? 0;
}
function privateBase() {
	const runtime = `/run/user/${effectiveUser()}`;
	const stats = (0, node_fs.lstatSync)(runtime, { throwIfNoEntry: false });
	if (stats?.isDirectory() === true && stats.uid === effectiveUser()) return node_fs.realpathSync.native(runtime);
	try {
		return node_fs.realpathSync.native("/tmp");
	} catch (error) {
		throw new SandboxUnavailableError("unsafe_registry", `can't use /tmp to record mount points: ${messageOf(error)}`, {
			cause: error,
			mend: "mkdir -m 1777 /tmp"
		});
	}
}
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/registry-lock.ts
/**
* Runs `body` while no other process works on the registry.
*
* The lock is a symbolic link whose target names its holder: symlink(2) creates it only where nothing is, like
* O_EXCL, and with its content in the same step, so there is no lock of an unknown holder. A dead holder's lock is
* broken. Synchronous, since preparing a launch is; the holders need well below a millisecond.
*
* @throws {SandboxUnavailableError} `unsafe_registry` when a living process doesn't let go of it in time.
*/
function withRegistryLock(folder, body) {
	const lock = (0, node_path.join)(folder, "lock");
	acquire(folder, lock);
	try {
		return body();
	} finally {
		(0, node_fs.unlinkSync)(lock);
	}
}
function acquire(folder, lock) {
	const self = formatIdentity(ownIdentity());
	let deadline;
	for (;;) {
		if (createLink(self, lock)) return;
		const holder = readLink(lock);
		if (holder === void 0) continue;
		const identity = parseIdentity(holder);
		if (identity === void 0 || !isAlive(identity)) {
			breakLock(folder, lock, holder);
			continue;
		}
		deadline ??= performance.now() + REGISTRY_LOCK_TIMEOUT_MS;
		if (performance.now() > deadline) throw new SandboxUnavailableError("unsafe_registry", `process ${identity.pid} doesn't release ${lock}`, { mend: `rm ${lock}` });
		pause();
	}
}
/**
* Two processes may find the same dead holder. If each removed "the" lock, the second would remove the one that the
* first has got by then. So who breaks a lock holds a second one, and looks again under it.
*/
function breakLock(folder, lock, deadHolder) {
	const breaking = (0, node_path.join)(folder, "lock.breaking");
	if (!createLink(formatIdentity(ownIdentity()), breaking)) {
		const breaker = readLink(breaking);
		const identity = breaker === void 0 ? void 0 : parseIdentity(breaker);
		if (breaker !== void 0 && (identity === void 0 || !isAlive(identity))) removeLink(breaking);
		else pause();
		return;
	}
	try {
		if (readLink(lock) === deadHolder) removeLink(lock);
	} finally {
		removeLink(breaking);
	}
}
function createLink(target, path) {
	try {
		(0, node_fs.symlinkSync)(target, path);
		return true;
	} catch (error) {
		if (isErrno(error, "EEXIST")) return false;
		throw new SandboxUnavailableError("unsafe_registry", `can't lock the record of mount points ${path}`, { cause: error });
	}
}
/** `undefined` when it's gone; text that names nobody when something else is in its place. */
function readLink(path) {
	try {
		return (0, node_fs.readlinkSync)(path);
	} catch (error) {
		if (isErrno(error, "ENOENT")) return void 0;
		if (isErrno(error, "EINVAL")) return "not a link";
		throw error;
	}
}
function removeLink(path) {
	try {
		(0, node_fs.unlinkSync)(path);
	} catch (error) {
		if (!isErrno(error, "ENOENT")) throw error;
	}
}
function pause() {
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/stand-in.ts
/**
* Makes a stand-in at a path where nothing was.
*
* @throws {SandboxUnavailableError} `mount_point` when the protection that needs it can't be had.
*/
function makeStandIn(target) {
	try {
		create(target);
	} catch (error) {
		if (isErrno(error, "EEXIST")) return requireKind(target);
		if (isErrno(error, "EROFS")) return { kind: "impossible" };
		if (!isErrno(error, "EACCES", "EPERM")) throw unavailable$1(target, error);
		const parent = statParent(target, error);
		if (parent.uid !== effectiveUser() || isErrno(error, "EPERM")) return { kind: "impossible" };
		try {
			withWritableParent(target, parent.mode, () => create(target));
		} catch (second) {
			if (isErrno(second, "EEXIST")) return requireKind(target);
			throw unavailable$1(target, second);
		}
	}
	return {
		kind: "made",
		standIn: standInAt(target, (0, node_fs.lstatSync)(target.path, { bigint: true }))
	};
}
/** Whether what is at its path is still what we made, and still empty. */
function isStillStandIn(standIn) {
	const stats = (0, node_fs.lstatSync)(standIn.path, {
		bigint: true,
		throwIfNoEntry: false
	});
	if (stats === void 0 || !isSame(stats, standIn)) return false;
	return standIn.kind === "file" ? stats.size === 0n : isEmpty(standIn.path);
}
/** Removes it, if it is still what we made and still empty: rmdir(2) refuses any other directory by itself. */
function removeStandIn(standIn) {
	const stats = (0, node_fs.lstatSync)(standIn.path, {
		bigint: true,
		throwIfNoEntry: false
	});
	if (stats === void 0 || !isSame(stats, standIn)) return;
	if (standIn.kind === "file" && stats.size !== 0n) return;
	const remove = () => standIn.kind === "directory" ? (0, node_fs.rmdirSync)(standIn.path) : (0, node_fs.unlinkSync)(standIn.path);
	try {
		remove();
	} catch (error) {
		if (isErrno(error, "ENOENT", "ENOTEMPTY", "EEXIST", "ENOTDIR")) return;
		if (!isErrno(error, "EACCES")) throw error;
		withWritableParent(standIn, (0, node_fs.statSync)((0, node_path.dirname)(standIn.path)).mode, remove);
	}
}
/** A stand-in whose maker died before it could record the inode: empty, ours, and born when he said he would make it. */
function findUnrecorded(target, intendedAtMs, toleranceMs) {
	const stats = (0, node_fs.lstatSync)(target.path, {
		bigint: true,
		throwIfNoEntry: false
	});
	if (stats === void 0 || Number(stats.uid) !== effectiveUser()) return void 0;
	const bornAtMs = Number(stats.birthtimeMs);
	if (bornAtMs < intendedAtMs - 1 || bornAtMs > intendedAtMs + toleranceMs) return void 0;
	const standIn = standInAt(target, stats);
	return isStillStandIn(standIn) ? standIn : void 0;
}
function create(target) {
	if (target.kind === "directory") (0, node_fs.mkdirSync)(target.path, { mode: 493 });
	else (0, node_fs.closeSync)((0, node_fs.openSync)(target.path, "wx", 420));
}
/**
* Something is there that wasn't when the plan was made. A directory stands for a directory. A symbolic link would be
* followed by the mount and could be replaced in the sandbox, so it, and any other kind, is refused.
*/
function requireKind(target) {
	const stats = (0, node_fs.lstatSync)(target.path, { throwIfNoEntry: false });
	if ((target.kind === "directory" ? stats?.isDirectory() : stats?.isFile()) === true) return { kind: "existed" };
	throw new SandboxUnavailableError("mount_point", `${target.path} changed while its protection was prepared`, { mend: "run the command again" });
}
function standInAt(target, stats) {
	return {
		...target,
		dev: String(stats.dev),
		ino: String(stats.ino),
		born: String(stats.birthtimeNs)
	};
}
function isSame(stats, standIn) {
	const { dev, ino, born } = standInAt(standIn, stats);
	if (dev !== standIn.dev || ino !== standIn.ino || born !== standIn.born) return false;
	return standIn.kind === "directory" ? stats.isDirectory() : stats.isFile();
}
function isEmpty(directory) {
	try {
		return (0, node_fs.readdirSync)(directory).length === 0;
	} catch {
		return false;
	}
}
function statParent(target, cause) {
	try {
		return (0, node_fs.statSync)((0, node_path.dirname)(target.path));
	} catch {
		throw unavailable$1(target, cause);
	}
}
function withWritableParent(target, mode, body) {
	const parent = (0, node_path.dirname)(target.path);
	(0, node_fs.chmodSync)(parent, mode & 4095 | 192);
	try {
		body();
	} finally {
		(0, node_fs.chmodSync)(parent, mode & 4095);
	}
}
function unavailable$1(target, cause) {
	const why = cause instanceof Error ? cause.message : String(cause);
	return new SandboxUnavailableError("mount_point", `${target.path} can't be protected from being created: ${why}`, { cause });
}

//#endregion
//#region ../../packages/linux-sandbox/src/mount-targets/claim.ts
/** This process's own live markers, so that they needn't be read from the file system. */
const ownMarkers = /* @__PURE__ */ new Map();
/** How long a maker may have taken from the intent to the last stand-in. */
const MAKING_TOLERANCE_MS = 2e3;
/**
* Makes a plan and the stand-ins it needs, as one step towards other sandboxes.
*
* `plan` is told which existing paths are only other sandboxes' stand-ins; it has to plan as if nothing were there.
*
* @throws {SandboxUnavailableError} `unsafe_registry`, `mount_point`.
*/
function claimMountTargets(folder, plan) {
	openRegistry(folder);
	return withRegistryLock(folder, () => {
		const standing = sweep(folder);
		const shared = (path) => {
			const standIn = standing.get(path);
			return standIn !== void 0 && isStillStandIn(standIn) ? standIn : void 0;
		};
		const { plan: made, targets } = plan((path) => shared(path) !== void 0);
		return {
			plan: made,
			claim: targets.length === 0 ? nothingClaimed : claim(folder, targets, shared)
		};
	});
}
const nothingClaimed = {
	impossible: [],
	bindTo: () => {},
	release: () => {}
};
function claim(folder, targets, shared) {
	const owner = ownIdentity();
	const { name, fd } = writeIntent(folder, owner, targets);
	const made = [];
	const ours = [];
	const impossible = [];
	try {
		for (const target of targets) {
			const existing = shared(target.path);
			if (existing !== void 0) {
				made.push(existing);
				continue;
			}
			const making = makeStandIn(target);
			if (making.kind === "made") {
				made.push(making.standIn);
				ours.push(making.standIn);
			}
			if (making.kind === "impossible") impossible.push(target.path);
		}
		writeMade(fd, made);
	} catch (error) {
		ours.forEach(removeStandIn);
		removeMarker(folder, name);
		throw error;
	} finally {
		(0, node_fs.closeSync)(fd);
	}
	let marker = {
		name,
		owner,
		intended: targets,
		intendedAtMs: Date.now(),
		made,
		sandbox: void 0
	};
	ownMarkers.set(name, marker);
	let released = false;
	return {
		impossible,
		bindTo(sandbox) {
			if (released) return;
			marker = {
				...marker,
				sandbox
			};
			ownMarkers.set(name, marker);
			try {
				writeSandbox(folder, name, sandbox);
			} catch {}
		},
		release() {
			if (released) return;
			released = true;
			ownMarkers.delete(name);
			try {
				if (marker.sandbox !== void 0 && !endSandbox(marker.sandbox)) {
					ownMarkers.set(name, {
						...marker,
						owner: marker.sandbox
					});
					return;
				}
				openRegistry(folder);
				withRegistryLock(folder, () => retire(folder, marker, standIns(folder, name)));
			} catch {
				ownMarkers.set(name, {
					...marker,
					owner: {
						...owner,
						startTime: "released"
					}
				});
			}
		}
	};
}
/** Clears up after dead processes; returns what living ones hold, by path. */
function sweep(folder) {
	const dead = [];
	const standing = standIns(folder, void 0, dead);
	const over = dead.filter((marker) => {
		if (marker.sandbox === void 0 || endSandbox(marker.sandbox)) return true;
		hold(marker, standing);
		return false;
	});
	for (const marker of over) {
		ownMarkers.delete(marker.name);
		retire(folder, marker, standing);
	}
	return standing;
}
/** Removes a marker, and its stand-ins that nobody else holds. */
function retire(folder, marker, standing) {
	const made = marker.made ?? marker.intended.map((target) => findUnrecorded(target, marker.intendedAtMs, MAKING_TOLERANCE_MS)).filter((standIn) => standIn !== void 0);
	for (const standIn of made) if (!standing.has(standIn.path)) removeStandIn(standIn);
	removeMarker(folder, marker.name);
}
/** What living processes hold, but for one marker. Collects the markers of dead ones. */
function standIns(folder, except, dead = []) {
	const standing = /* @__PURE__ */ new Map();
	for (const name of (0, node_fs.readdirSync)(folder)) {
		if (!isMarkerName(name) || name === except) continue;
		const marker = ownMarkers.get(name) ?? readMarker(folder, name);
		if (marker === void 0) removeMarker(folder, name);
		else if (isAlive(marker.owner)) hold(marker, standing);
		else dead.push(marker);
	}
	return standing;
}
function hold(marker, standing) {
	for (const standIn of marker.made ?? []) standing.set(standIn.path, standIn);
}

//#endregion
//#region ../../packages/linux-sandbox/src/probe/distribution.ts
const managers = [
	{
		manager: "apt-get",
		ids: ["debian", "ubuntu"]
	},
	{
		manager: "dnf",
		ids: [
			"fedora",
			"rhel",
			"centos",
			"amzn"
		]
	},
	{
		manager: "pacman",
		ids: ["arch", "archlinux"]
	},
	{
		manager: "zypper",
		ids: [
			"suse",
			"opensuse",
			"sles",
			"opensuse-leap",
			"opensuse-tumbleweed"
		]
	},
	{
		manager: "apk",
		ids: ["alpine"]
	}
];
/** The package manager of a distribution, from the text of its os-release(5): its ID, else what it says it is like. */
function packageManagerOf(osRelease) {
	const ids = [...valuesOf(osRelease, "ID"), ...valuesOf(osRelease, "ID_LIKE")];
	for (const id of ids) {
		const known = managers.find((candidate) => candidate.ids.includes(id));
		if (known !== void 0) return known.manager;
	}
}
/** This machine's os-release(5), or nothing. */
function readOsRelease() {
	for (const path of ["/etc/os-release", "/usr/lib/os-release"]) try {
		return (0, node_fs.readFileSync)(path, "utf8");
	} catch {}
	return "";
}
function valuesOf(osRelease, key) {
	const line = osRelease.split("\n").find((candidate) => candidate.startsWith(`${key}=`));
	if (line === void 0) return [];
	return line.slice(key.length + 1).replace(/^(["'])(.*)\1$/, "$2").toLowerCase().split(/\s+/).filter((word) => word !== "");
}

//#endregion
//#region ../../packages/linux-sandbox/src/probe/mend.ts
const install = {
	"apt-get": "apt-get install -y",
	dnf: "dnf install -y",
	pacman: "pacman -S --noconfirm",
	zypper: "zypper install -y",
	apk: "apk add"
};
const compilerPackages = {
	"apt-get": "gcc libc6-dev linux-libc-dev",
	dnf: "gcc glibc-devel kernel-headers",
	pacman: "gcc linux-api-headers",
	zypper: "gcc glibc-devel linux-glibc-devel",
	apk: "gcc musl-dev linux-headers"
};
/** The command that installs bubblewrap on this distribution. */
function installBubblewrap(context = thisMachine()) {
	const manager = packageManagerOf(context.osRelease);
	if (manager === void 0) return "install the package bubblewrap";
	return asRoot(`${install[manager]} bubblewrap`, context);
}
/** The command that installs a C compiler and the headers that the helper needs. */
function installCompiler(context = thisMachine()) {
	const manager = packageManagerOf(context.osRelease);
	if (manager === void 0) return "install a C compiler with the headers of the C library and the kernel";
	return asRoot(`${install[manager]} ${compilerPackages[manager]}`, context);
}
/** The command that builds the helper. */
function buildHelper() {
	return "node native/build.mjs (in the folder of @sallyport/linux-sandbox)";
}
/** The command that sets a kernel parameter until the next boot. */
function setKernelParameter(name, value, context = thisMachine()) {
	return asRoot(`sysctl -w ${name}=${value}`, context);
}
function asRoot(command, context) {
	return context.isRoot ? command : `sudo ${command}`;
}
function thisMachine() {
	return {
		osRelease: readOsRelease(),
		isRoot: effectiveUser() === 0
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/sandbox-environment.ts
/** The command's environment, with word of where it is: for programs that would rather say so than fail. */
function sandboxEnvironment(env, backend, policy) {
	return {
		...env,
		SALLYPORT_SANDBOX: backend,
		...policy.network === "restricted" ? { SALLYPORT_SANDBOX_NETWORK_DISABLED: "1" } : {}
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/seccomp-program.ts
const compiled = /* @__PURE__ */ new Map();
/**
* The BPF program for this machine, compiled once a process.
*
* @throws {SandboxUnavailableError} `unsupported_machine`.
*/
function seccompProgram(mode, forLandlock) {
	const key = `${mode} ${forLandlock}`;
	const known = compiled.get(key);
	if (known !== void 0) return known;
	const { arch } = process;
	if (arch !== "x64" && arch !== "arm64") throw new SandboxUnavailableError("unsupported_machine", `no system-call filter for the architecture ${arch}: only x64 and arm64`);
	const program = compileSeccompProgram({
		arch,
		mode,
		forLandlock
	});
	compiled.set(key, program);
	return program;
}

//#endregion
//#region ../../packages/linux-sandbox/src/status-stream.ts
/**
* Reads a launcher's status: one flat JSON object a line. Keeps the last value of each numeric or textual key and
* ignores everything else, so that a newer launcher may say more.
*/
var StatusStream = class {
	#values = /* @__PURE__ */ new Map();
	#rest = "";
	/** Takes the next bytes, cut anywhere. */
	push(chunk) {
		const lines = (this.#rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1")).split("\n");
		this.#rest = (lines.pop() ?? "").slice(-STATUS_LINE_CHARACTERS);
		for (const line of lines) this.#read(line);
	}
	number(key) {
		const value = this.#values.get(key);
		return typeof value === "number" ? value : void 0;
	}
	text(key) {
		const value = this.#values.get(key);
		return typeof value === "string" ? value : void 0;
	}
	#read(line) {
		if (line.trim() === "") return;
		let parsed;
		try {
			parsed = JSON.parse(line);
		} catch {
			return;
		}
		if (typeof parsed !== "object" || parsed === null) return;
		for (const [key, value] of Object.entries(parsed)) if (typeof value === "number" || typeof value === "string") this.#values.set(key, value);
	}
};

//#endregion
//#region ../../packages/linux-sandbox/src/bubblewrap-launch.ts
/** A launch in bubblewrap. Throws like {@link prepareLaunch}. */
function prepareBubblewrap(request, command) {
	const { policy, cwd } = request;
	const binary = request.bubblewrap ?? findBubblewrap({
		path: process.env["PATH"],
		cwd,
		excludeUnder: policy.writableRoots.map(({ root }) => root)
	});
	if (binary === void 0) throw new SandboxUnavailableError("no_bubblewrap", "bubblewrap is needed to contain the command, and there is no bwrap on PATH", { mend: installBubblewrap() });
	const { args, seccomp, claim } = plan(request);
	try {
		const { launcher, commandOnly } = partLoaderEnvironment(sandboxEnvironment(request.env, "bubblewrap", policy));
		const status = new StatusStream();
		const fds = [];
		const words = [...args];
		for (const [name, value] of commandOnly) words.push("--setenv", name, value);
		words.push("--seccomp", String(3 + fds.length));
		fds.push({
			kind: "input",
			data: seccompProgram(seccomp, false)
		});
		let sandbox;
		words.push("--json-status-fd", String(3 + fds.length));
		fds.push({
			kind: "output",
			onData(chunk) {
				status.push(chunk);
				const child = status.number("child-pid");
				if (sandbox !== void 0 || child === void 0) return;
				sandbox = identityOf(child);
				if (sandbox !== void 0) claim.bindTo(sandbox);
			}
		});
		words.push("--", ...request.command);
		return {
			backend: "bubblewrap",
			file: binary.path,
			args: words,
			cwd,
			env: launcher,
			fds,
			launcher: {
				stderrPrefix: BUBBLEWRAP_STDERR_PREFIX,
				depth: 2,
				failed: () => status.number("exit-code") === void 0,
				containerPid: () => sandbox?.pid
			},
			diagnose: (exit) => diagnoseBubblewrap(exit, {
				exitCode: status.number("exit-code"),
				command
			}),
			[Symbol.dispose]() {
				if (sandbox !== void 0) endSandbox(sandbox);
				claim.release();
			}
		};
	} catch (error) {
		claim.release();
		throw error;
	}
}
function plan(request) {
	const { policy, cwd } = request;
	if (policy.writableRoots.length === 0) {
		const { args, seccomp } = compileBubblewrapPlan(policy, { cwd });
		return {
			args,
			seccomp,
			claim: {
				impossible: [],
				bindTo: () => {},
				release: () => {}
			}
		};
	}
	const folder = request.registryFolder ?? registryFolder();
	const protectedPaths = [
		folder,
		nativeFolder(),
		...request.protectedPaths ?? []
	];
	const { plan: compiled, claim } = claimMountTargets(folder, (isStandIn) => {
		const compiled = compileBubblewrapPlan(policy, {
			cwd,
			protectedPaths
		}, hiding(isStandIn));
		return {
			plan: compiled,
			targets: compiled.syntheticTargets
		};
	});
	try {
		return {
			args: claim.impossible.length === 0 ? compiled.args : withoutMountsOn(claim.impossible, compiled.args),
			seccomp: compiled.seccomp,
			claim
		};
	} catch (error) {
		claim.release();
		throw error;
	}
}
/** The file system without other sandboxes' stand-ins, which may vanish at any time. */
function hiding(isStandIn) {
	return {
		kindOf: (path) => isStandIn(path) ? "missing" : nodePathProbe.kindOf(path),
		realpath: (path) => isStandIn(path) ? void 0 : nodePathProbe.realpath(path),
		readLink: (path) => isStandIn(path) ? void 0 : nodePathProbe.readLink(path),
		readText: (path) => isStandIn(path) ? void 0 : nodePathProbe.readText(path)
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/diagnose-helper.ts
/** How the helper's messages about itself begin. */
const HELPER_STDERR_PREFIX = "sallyport-helper: ";
const errnoNames = new Map(Object.entries(node_os.constants.errno).map(([name, number]) => [number, name]));
/** Whether the helper said that the command was executed. */
function helperStarted(status) {
	return status.number("started") !== void 0;
}
/** What the helper's end says about the command. The helper waits for the command itself, so it knows a signal from a number. */
function diagnoseHelper(exit, status, command) {
	const signal = status.number("signal");
	if (signal !== void 0) return {
		kind: "command_ran",
		exitCode: 128 + signal,
		signal: signalName(signal),
		...signal === node_os.constants.signals.SIGSYS ? { kernelReport: "sigsys" } : {}
	};
	const exitCode = status.number("exit-code");
	if (exitCode !== void 0) return {
		kind: "command_ran",
		exitCode
	};
	const execError = status.number("exec-failed");
	if (execError !== void 0) {
		const reason = errnoNames.get(execError) ?? `error ${execError}`;
		return execError === node_os.constants.errno.ENOENT ? {
			kind: "exec_failed",
			exitCode: 127,
			message: `${command}: not found, or the interpreter that its first line names isn't`
		} : {
			kind: "exec_failed",
			exitCode: 126,
			message: `${command}: can't be executed: ${reason}`
		};
	}
	const what = status.text("setup-failed");
	if (what === void 0 && exit.signal !== void 0) return {
		kind: "command_ran",
		exitCode: exitCodeOfSignal(exit.signal),
		signal: exit.signal
	};
	if (what === void 0 && helperStarted(status)) return {
		kind: "command_ran",
		exitCode: exit.exitCode ?? 255
	};
	const error = status.number("errno");
	const reason = error === void 0 ? "" : `: ${errnoNames.get(error) ?? `error ${error}`}`;
	const printed = exit.launcherStderr?.split("\n").find((line) => line.startsWith(HELPER_STDERR_PREFIX))?.trim();
	return {
		kind: "setup_failed",
		reason: "other",
		message: what === void 0 ? printed ?? `${"sallyport-helper: "}ended with status ${exit.exitCode ?? "unknown"} before the command started` : `${HELPER_STDERR_PREFIX}${what}${reason}`
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/helper-plan.ts
/**
* A Landlock plan as `sallyport-helper run` reads it: NUL-terminated records, each of one key, closed by `end` so that
* a plan that was cut off isn't taken for a shorter one. The format is described in `native/sallyport-helper.c`.
*/
function encodeHelperPlan(plan, seccomp, environment) {
	const records = [
		"sallyport-plan 1",
		`fs=${plan.handledAccessFs.toString(16)}`,
		`net=${plan.handledAccessNet.toString(16)}`,
		`scoped=${plan.scoped.toString(16)}`,
		...plan.rules.map(({ path, access }) => `path=${access.toString(16)}:${path}`),
		...environment.map(([name, value]) => `env=${name}=${value}`),
		`seccomp=${seccomp.byteLength}`
	];
	return Buffer.concat([
		Buffer.from(`${records.join("\0")}\0`),
		seccomp,
		Buffer.from("end\0")
	]);
}

//#endregion
//#region ../../packages/linux-sandbox/src/landlock-launch.ts
/** A launch in the helper with Landlock and seccomp. Throws like {@link prepareLaunch}. */
function prepareLandlock(request, command) {
	const { policy } = request;
	const helper = request.helper === void 0 ? findHelper() : request.helper ?? void 0;
	if (helper === void 0) throw new SandboxUnavailableError("no_helper", "Landlock needs sallyport-helper, which is not built", { mend: buildHelper() });
	if (policy.decide(helper).access === "write") throw new SandboxUnavailableError("helper_writable", `the policy lets the command replace ${helper}, which contains it`, { mend: "install bubblewrap, or Sallyport outside the writable folders" });
	const abi = request.landlockAbi ?? landlockAbi(helper);
	if (abi === 0) throw new SandboxUnavailableError("no_landlock", "this kernel has no Landlock, or it is switched off", { mend: "boot with lsm=landlock,… on Linux 5.13 or later, or install bubblewrap" });
	const compiled = compileLandlockPlan(policy, { abi });
	if (compiled.kind === "refused") {
		const rule = compiled.rule === void 0 ? "" : ` (${compiled.rule})`;
		throw new SandboxUnavailableError("not_expressible", `Landlock can't enforce this policy: ${compiled.reason}${rule}`, { mend: "install bubblewrap" });
	}
	const { launcher, commandOnly } = partLoaderEnvironment(sandboxEnvironment(request.env, "landlock", policy));
	const status = new StatusStream();
	const plan = encodeHelperPlan(resolveRules(compiled.plan), seccompProgram(compiled.plan.seccomp, true), commandOnly);
	return {
		backend: "landlock",
		file: helper,
		args: [
			"run",
			"--plan-fd",
			"3",
			"--status-fd",
			"4",
			"--",
			...request.command
		],
		cwd: request.cwd,
		env: launcher,
		fds: [{
			kind: "input",
			data: plan
		}, {
			kind: "output",
			onData: (chunk) => status.push(chunk)
		}],
		launcher: {
			stderrPrefix: HELPER_STDERR_PREFIX,
			depth: 1,
			failed: () => !helperStarted(status)
		},
		diagnose: (exit) => diagnoseHelper(exit, status, command),
		[Symbol.dispose]() {}
	};
}
/**
* Follows symbolic links now, so that the helper can refuse them: one that is put into a rule's path between now and
* its start would otherwise open what it points to. A path that is gone needs no rule.
*/
function resolveRules(plan) {
	const rules = plan.rules.flatMap(({ path, access }) => {
		try {
			return [{
				path: node_fs.realpathSync.native(path),
				access
			}];
		} catch (error) {
			if (isErrno(error, "ENOENT", "ENOTDIR")) return [];
			throw new SandboxUnavailableError("not_expressible", `can't resolve ${path}, which the policy opens`, { cause: error });
		}
	});
	return {
		...plan,
		rules
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/plain-launch.ts
/**
* A launch without containment: below the helper where there is one, so that nothing outlives a caller that is killed;
* else the command itself.
*/
function preparePlain(request, command, file) {
	const { cwd, env } = request;
	const helper = request.helper === void 0 ? findHelper() : request.helper ?? void 0;
	const [name = command, ...args] = request.command;
	if (helper === void 0) return {
		backend: "none",
		file,
		args,
		argv0: name,
		cwd,
		env,
		fds: [],
		diagnose: diagnoseCommand,
		[Symbol.dispose]() {}
	};
	const status = new StatusStream();
	return {
		backend: "none",
		file: helper,
		args: [
			"supervise",
			"--status-fd",
			"3",
			"--",
			name,
			...args
		],
		cwd,
		env,
		fds: [{
			kind: "output",
			onData: (chunk) => status.push(chunk)
		}],
		launcher: {
			stderrPrefix: HELPER_STDERR_PREFIX,
			depth: 1,
			failed: () => !helperStarted(status)
		},
		diagnose: (exit) => diagnoseHelper(exit, status, command),
		[Symbol.dispose]() {}
	};
}
function diagnoseCommand({ exitCode, signal }) {
	if (signal === void 0) return {
		kind: "command_ran",
		exitCode: exitCode ?? 255
	};
	return {
		kind: "command_ran",
		exitCode: exitCodeOfSignal(signal),
		signal,
		...signal === "SIGSYS" ? { kernelReport: "sigsys" } : {}
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/resolve-command.ts
/**
* The file that execvp(3) would execute: a name with a slash counts from `cwd`, any other is searched on `path`.
*
* Done before the launch, because neither bubblewrap nor a shell in between says clearly what was wrong.
*
* @throws {CommandNotRunnableError} 127 when there is none; 126 when it is a directory or not executable.
*/
function resolveCommand(name, options) {
	if (name.includes("/")) {
		const file = (0, node_path.resolve)(options.cwd, name);
		const found = executability(file);
		if (found === "executable") return file;
		if (found === "missing") throw new CommandNotRunnableError(127, `${name}: no such file`);
		throw new CommandNotRunnableError(126, `${name}: ${describe(found)}`);
	}
	let unusable;
	for (const { file } of pathCandidates(name, options.path ?? "/usr/local/bin:/bin:/usr/bin", options.cwd)) {
		const found = executability(file);
		if (found === "executable") return file;
		if (found === "not_executable" || found === "forbidden") unusable ??= `${file}: ${describe(found)}`;
	}
	if (unusable !== void 0) throw new CommandNotRunnableError(126, unusable);
	throw new CommandNotRunnableError(127, `${name}: command not found on PATH`);
}
function describe(found) {
	switch (found) {
		case "directory": return "is a directory";
		case "not_executable": return "is not executable";
		case "forbidden": return "may not be executed by this user";
		case "unreachable": return "is in a folder that this user may not enter";
	}
}

//#endregion
//#region ../../packages/linux-sandbox/src/prepare-launch.ts
/**
* Turns a policy and a backend into something that can be started once. Starts nothing itself, and waits for nothing
* but, for well below a millisecond, another sandbox that is being prepared in the same moment.
*
* ```ts no-run
* using launch = prepareLaunch({ policy, backend: 'bubblewrap', command: ['make'], cwd, env });
* ```
*
* @throws {CommandNotRunnableError} 127 or 126, when the command can't be executed by this user at all.
* @throws {InvalidCommandError} no command, or a NUL byte in it or in the environment.
* @throws {InvalidWorkingDirectoryError}
* @throws {SandboxUnavailableError} when this backend can't be had here, or can't enforce the policy.
*/
function prepareLaunch(request) {
	const command = validate(request);
	const file = resolveCommand(command, {
		path: request.env["PATH"],
		cwd: request.cwd
	});
	switch (request.backend) {
		case "bubblewrap": return prepareBubblewrap(request, command);
		case "landlock": return prepareLandlock(request, command);
		case "none": return preparePlain(request, command, file);
		default: return assertNever(request.backend, "backend");
	}
}
function validate({ command, cwd, env }) {
	const [name] = command;
	if (name === void 0 || name === "") throw new InvalidCommandError("there is no command to run");
	const word = command.findIndex((text) => text.includes("\0"));
	if (word >= 0) throw new InvalidCommandError(`word ${word + 1} of the command contains a NUL byte`);
	for (const variable in env) if (variable.includes("\0") || env[variable]?.includes("\0") === true) throw new InvalidCommandError(`the environment variable ${variable.replaceAll("\0", "\\0")} contains a NUL byte`);
	requireDirectory(cwd);
	return name;
}
function requireDirectory(cwd) {
	if (!cwd.startsWith("/") || cwd.includes("\0")) throw new InvalidWorkingDirectoryError(`${JSON.stringify(cwd)}: not an absolute path`);
	let fault;
	try {
		const stats = (0, node_fs.statSync)(cwd, { throwIfNoEntry: false });
		if (stats === void 0) fault = "no such directory";
		else if (!stats.isDirectory()) fault = "not a directory";
		else (0, node_fs.accessSync)(cwd, node_fs.constants.X_OK);
	} catch (error) {
		fault = isErrno(error, "EACCES", "EPERM") ? "permission denied" : "no such directory";
	}
	if (fault !== void 0) throw new InvalidWorkingDirectoryError(`${cwd}: ${fault}`);
}

//#endregion
//#region ../../packages/linux-sandbox/src/probe/probe-bubblewrap.ts
/** The options without which no plan can be executed. bubblewrap has had all of them since 0.5.0 (`--perms`). */
const REQUIRED_BUBBLEWRAP_OPTIONS = [
	"--perms",
	"--seccomp",
	"--json-status-fd",
	"--die-with-parent",
	"--new-session",
	"--remount-ro",
	"--cap-drop"
];
/**
* Asks a `bwrap` for its version and options. For reports, and for explaining an "unknown option": a launch doesn't
* need it. The answer is the program's own word; whether it can contain anything, only a trial run tells.
*/
async function probeBubblewrap(path) {
	const [version, help] = await Promise.all([ask$1(path, "--version"), ask$1(path, "--help")]);
	if (help.kind === "failed") return {
		kind: "broken",
		reason: help.reason
	};
	const options = new Set(help.text.match(/--[a-z][a-z0-9-]*/g) ?? []);
	return {
		kind: "works",
		version: version.kind === "answered" ? /\d+\.\d+(?:\.\d+)?/.exec(version.text)?.[0] : void 0,
		options,
		missing: REQUIRED_BUBBLEWRAP_OPTIONS.filter((option) => !options.has(option))
	};
}
function ask$1(path, option) {
	const limits = {
		timeout: PROBE_TIMEOUT_MS,
		killSignal: "SIGKILL",
		maxBuffer: PROBE_OUTPUT_BYTES,
		env: {}
	};
	return new Promise((resolve) => {
		(0, node_child_process.execFile)(path, [option], {
			...limits,
			encoding: "latin1"
		}, (error, stdout, stderr) => {
			if (error === null) resolve({
				kind: "answered",
				text: stdout + stderr
			});
			else if (error.killed === true) resolve({
				kind: "failed",
				reason: `${path} ${option}: no answer within ${PROBE_TIMEOUT_MS} ms`
			});
			else resolve({
				kind: "failed",
				reason: `${path} ${option}: ${firstLine(stderr) ?? error.message}`
			});
		}).stdin?.end();
	});
}
function firstLine(text) {
	const line = text.trim().split("\n")[0];
	return line === "" ? void 0 : line;
}

//#endregion
//#region ../../packages/linux-sandbox/src/run-launch.ts
/**
* Starts a launch and waits for its end: the least that a trial needs. Commands of people are run by
* `@sallyport/unified-exec`.
*/
function runLaunch(launch, limits) {
	return new Promise((resolve, reject) => {
		const child = (0, node_child_process.spawn)(launch.file, [...launch.args], {
			cwd: launch.cwd,
			env: launch.env,
			stdio: [
				"ignore",
				"pipe",
				"pipe",
				...launch.fds.map(() => "pipe")
			],
			timeout: limits.timeoutMs,
			killSignal: "SIGKILL",
			...launch.argv0 === void 0 ? {} : { argv0: launch.argv0 }
		});
		const stdout = collect(child.stdout, limits.outputBytes);
		const stderr = collect(child.stderr, limits.outputBytes);
		for (const [index, fd] of launch.fds.entries()) {
			const stream = child.stdio[3 + index];
			stream?.on("error", () => {});
			if (fd.kind === "output") stream?.on("data", (chunk) => fd.onData(chunk));
			else if (stream !== void 0 && stream !== null && "end" in stream) stream.end(fd.data);
		}
		child.once("error", reject);
		child.once("close", (code, signal) => {
			const printed = stderr();
			resolve({
				stdout: stdout(),
				stderr: printed,
				diagnosis: launch.diagnose({
					exitCode: code ?? void 0,
					signal: signal ?? void 0,
					...launch.launcher?.failed() === true ? { launcherStderr: printed } : {}
				})
			});
		});
	});
}
function collect(stream, limit) {
	const chunks = [];
	let bytes = 0;
	stream?.on("data", (chunk) => {
		if (bytes < limit) chunks.push(chunk);
		bytes += chunk.byteLength;
	});
	return () => Buffer.concat(chunks).subarray(0, limit).toString("utf8");
}

//#endregion
//#region ../../packages/linux-sandbox/src/probe/explain-namespaces.ts
/** Why name spaces can't be created here, and what mends it. Asked only after it was tried in vain. */
function explainNamespaces(facts, context) {
	for (const [kind, limit] of Object.entries(facts.limits)) {
		if (limit?.trim() !== "0") continue;
		const name = `user.max_${kind}_namespaces`;
		return {
			detail: `${name} is 0`,
			mend: setKernelParameter(name, "15000", context)
		};
	}
	if (!context.isRoot && facts.unprivilegedClone?.trim() === "0") {
		const name = "kernel.unprivileged_userns_clone";
		return {
			detail: `${name} is 0: only root may create user name spaces`,
			mend: setKernelParameter(name, "1", context)
		};
	}
	if (!context.isRoot && facts.appArmorRestriction?.trim() === "1") {
		const name = "kernel.apparmor_restrict_unprivileged_userns";
		return {
			detail: `${name} is 1: AppArmor takes all capabilities from user name spaces of programs without a profile`,
			mend: setKernelParameter(name, "0", context)
		};
	}
	if (facts.inContainer || /^Seccomp:\s*2$/m.test(facts.ownStatus ?? "")) return {
		detail: "a seccomp filter or the container this runs in forbids them",
		mend: "start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined"
	};
	return { detail: "the kernel refuses them, and no known setting says why" };
}

//#endregion
//#region ../../packages/linux-sandbox/src/probe/wsl.ts
/**
* Whether the text of /proc/version is that of WSL 1, whose system-call translation has no user name spaces.
*
* The first `wsl` that is followed by a number decides. Without one it is WSL 1 if Microsoft built it, unless it is
* the `microsoft-standard` kernel of WSL 2.
*/
function isWsl1(procVersion) {
	const text = procVersion.toLowerCase();
	const generation = /wsl(\d+)/.exec(text)?.[1];
	if (generation !== void 0) return Number(generation) === 1;
	return text.includes("microsoft") && !text.includes("microsoft-standard");
}

//#endregion
//#region \0@oxc-project+runtime@0.127.0/helpers/usingCtx.js
function _usingCtx() {
	var r = "function" == typeof SuppressedError ? SuppressedError : function(r, e) {
		var n = Error();
		return n.name = "SuppressedError", n.error = r, n.suppressed = e, n;
	}, e = {}, n = [];
	function using(r, e) {
		if (null != e) {
			if (Object(e) !== e) throw new TypeError("using declarations can only be used with objects, functions, null, or undefined.");
			if (r) var o = e[Symbol.asyncDispose || Symbol["for"]("Symbol.asyncDispose")];
			if (void 0 === o && (o = e[Symbol.dispose || Symbol["for"]("Symbol.dispose")], r)) var t = o;
			if ("function" != typeof o) throw new TypeError("Object is not disposable.");
			t && (o = function o() {
				try {
					t.call(e);
				} catch (r) {
					return Promise.reject(r);
				}
			}), n.push({
				v: e,
				d: o,
				a: r
			});
		} else r && n.push({
			d: e,
			a: r
		});
		return e;
	}
	return {
		e,
		u: using.bind(null, !1),
		a: using.bind(null, !0),
		d: function d() {
			var o, t = this.e, s = 0;
			function next() {
				for (; o = n.pop();) try {
					if (!o.a && 1 === s) return s = 0, n.push(o), Promise.resolve().then(next);
					if (o.d) {
						var r = o.d.call(o.v);
						if (o.a) return s |= 2, Promise.resolve(r).then(next, err);
					} else s |= 1;
				} catch (r) {
					return err(r);
				}
				if (1 === s) return t !== e ? Promise.reject(t) : Promise.resolve();
				if (t !== e) throw t;
			}
			function err(n) {
				return t = t !== e ? new r(n, t) : n, next();
			}
			return next();
		}
	};
}

//#endregion
//#region ../../packages/linux-sandbox/src/probe/probe-linux-sandbox.ts
/**
* Tries out what this machine can enforce: runs `bwrap` with the frame of a real command (name spaces, fresh /proc,
* loopback, system-call filter) and the helper with Landlock, and looks at what the contained process was left with.
* Takes about 50 ms; changes nothing. Where something fails, the check names the reason and what mends it.
*/
async function probeLinuxSandbox(options = {}) {
	const context = {
		osRelease: options.osRelease ?? readOsRelease(),
		isRoot: effectiveUser() === 0
	};
	const platform = checkPlatform(options.procVersion ?? readText("/proc/version") ?? "");
	if (platform.status === "fail") return {
		checks: [platform],
		backends: {
			bubblewrap: false,
			landlock: false
		},
		landlockAbi: 0
	};
	const path = options.path ?? process.env["PATH"];
	const binary = findBubblewrap({
		path,
		cwd: options.cwd ?? process.cwd(),
		excludeUnder: options.excludeUnder ?? []
	});
	const helper = options.helper === void 0 ? findHelper() : options.helper ?? void 0;
	const abi = landlockAbi(helper);
	const [bubblewrap, bubblewrapTrial, landlockTrial, namespaces, compiler] = await Promise.all([
		checkBubblewrap(binary, context),
		binary === void 0 ? void 0 : tryOut({
			backend: "bubblewrap",
			bubblewrap: binary
		}),
		helper === void 0 || abi === 0 ? void 0 : tryOut({
			backend: "landlock",
			helper,
			landlockAbi: abi
		}),
		tryNamespaces(helper),
		checkCompiler(path, helper !== void 0, context)
	]);
	const namespaceCheck = checkNamespaces(namespaces, bubblewrapTrial, context);
	return {
		checks: [
			platform,
			bubblewrap,
			namespaceCheck,
			checkBubblewrapRun(bubblewrapTrial, namespaceCheck),
			checkHelper(helper),
			compiler,
			checkLandlock(abi, helper, landlockTrial),
			checkSeccomp(bubblewrapTrial, landlockTrial)
		],
		backends: {
			bubblewrap: bubblewrapTrial?.contained === true,
			landlock: landlockTrial?.contained === true
		},
		landlockAbi: abi
	};
}
function checkPlatform(procVersion) {
	const name = "platform";
	if (process.platform !== "linux") return {
		name,
		status: "fail",
		detail: `${process.platform} is not Linux`
	};
	if (isWsl1(procVersion)) return {
		name,
		status: "fail",
		detail: "WSL 1 has neither user name spaces nor Landlock",
		mend: "wsl.exe --set-version <distribution> 2 (in Windows)"
	};
	if (process.arch !== "x64" && process.arch !== "arm64") return {
		name,
		status: "fail",
		detail: `no system-call filter for the architecture ${process.arch}`
	};
	return {
		name,
		status: "ok",
		detail: `Linux ${/^Linux version (\S+)/.exec(procVersion)?.[1] ?? "of unknown version"}, ${process.arch}`
	};
}
async function checkBubblewrap(binary, context) {
	const name = "bubblewrap";
	const mend = installBubblewrap(context);
	if (binary === void 0) return {
		name,
		status: "fail",
		detail: "no bwrap on PATH outside the working directory, and none bundled",
		mend
	};
	const probe = await probeBubblewrap(binary.path);
	if (probe.kind === "broken") return {
		name,
		status: "fail",
		detail: probe.reason,
		mend
	};
	const detail = `${binary.path} (${binary.origin}), version ${probe.version ?? "unknown"}`;
	if (probe.missing.length > 0) return {
		name,
		status: "fail",
		detail: `${detail}, is too old: it lacks ${probe.missing.join(", ")}`,
		mend
	};
	return {
		name,
		status: "ok",
		detail
	};
}
async function tryOut(request) {
	const scratch = (0, node_fs.mkdtempSync)((0, node_path.join)((0, node_os.tmpdir)(), "sallyport-probe-"));
	try {
		try {
			var _usingCtx$3 = _usingCtx();
			const file = (0, node_path.join)(scratch, "forbidden");
			const { diagnosis, stdout } = await runLaunch(_usingCtx$3.u(prepareLaunch({
				...request,
				policy: resolvePolicy(policyForMode("read-only"), { cwd: "/" }),
				command: [
					"sh",
					"-c",
					"(: > \"$1\") 2>/dev/null; cat /proc/self/status",
					"sh",
					file
				],
				cwd: "/",
				env: { PATH: DEFAULT_PATH }
			})), {
				timeoutMs: PROBE_TIMEOUT_MS,
				outputBytes: PROBE_OUTPUT_BYTES
			});
			if (diagnosis.kind !== "command_ran") return {
				contained: false,
				fault: diagnosis.message,
				diagnosis,
				filtered: false
			};
			const filtered = /^Seccomp:\s*2$/m.test(stdout);
			const fault = (0, node_fs.existsSync)(file) ? "a write that the policy forbids went through" : diagnosis.exitCode !== 0 ? `the trial command ended with status ${diagnosis.exitCode}` : !filtered ? "no system-call filter was in force" : !/^NoNewPrivs:\s*1$/m.test(stdout) ? "no_new_privs was not set" : !/^CapEff:\s*0+$/m.test(stdout) || !/^CapPrm:\s*0+$/m.test(stdout) ? "the command kept capabilities" : void 0;
			return fault === void 0 ? {
				contained: true,
				diagnosis,
				filtered
			} : {
				contained: false,
				fault,
				diagnosis,
				filtered
			};
		} catch (_) {
			_usingCtx$3.e = _;
		} finally {
			_usingCtx$3.d();
		}
	} catch (error) {
		return {
			contained: false,
			fault: error instanceof Error ? error.message : String(error),
			filtered: false,
			mend: error instanceof SandboxUnavailableError ? error.mend : void 0
		};
	} finally {
		(0, node_fs.rmSync)(scratch, {
			recursive: true,
			force: true
		});
	}
}
/** `undefined` when there is no helper to try it with. */
function tryNamespaces(helper) {
	if (helper === void 0) return Promise.resolve(void 0);
	return new Promise((resolve) => {
		(0, node_child_process.execFile)(helper, ["user-namespaces"], {
			timeout: PROBE_TIMEOUT_MS,
			env: {}
		}, (error, stdout) => {
			resolve(error === null ? stdout.trim().replace(/^\d+ /, "") : void 0);
		});
	});
}
function checkNamespaces(tried, trial, context) {
	const name = "user_namespaces";
	if (trial?.contained === true) return {
		name,
		status: "ok",
		detail: "can be created"
	};
	const refused = tried !== void 0 && tried !== "ok" ? tried : trial?.diagnosis?.kind === "setup_failed" && trial.diagnosis.reason === "no_namespaces" ? trial.diagnosis.message : void 0;
	if (refused !== void 0) {
		const { detail, mend } = explainNamespaces(namespaceFacts(), context);
		return {
			name,
			status: "fail",
			detail: `can't be created (${refused}): ${detail}`,
			...mend === void 0 ? {} : { mend }
		};
	}
	if (tried === "ok") return {
		name,
		status: "ok",
		detail: "can be created"
	};
	return {
		name,
		status: "warn",
		detail: "not tried: there is neither bwrap nor the helper to try it with"
	};
}
function checkBubblewrapRun(trial, namespaces) {
	const name = "bubblewrap_run";
	if (trial === void 0) return {
		name,
		status: "fail",
		detail: "not tried: no bwrap"
	};
	if (trial.contained) return {
		name,
		status: "ok",
		detail: "a command ran with its own name spaces, /proc and loopback, without capabilities"
	};
	const fault = trial.fault ?? "failed";
	if (namespaces.status === "fail") return {
		name,
		status: "fail",
		detail: fault,
		...mendOf(namespaces.mend)
	};
	if (trial.diagnosis?.kind === "setup_failed" && trial.diagnosis.reason === "proc_mount") return {
		name,
		status: "fail",
		detail: `${fault} (this container masks parts of /proc)`,
		mend: "start the container with --security-opt systempaths=unconfined"
	};
	return {
		name,
		status: "fail",
		detail: fault,
		...mendOf(trial.mend)
	};
}
function checkHelper(helper) {
	const name = "native_helper";
	if (helper !== void 0) return {
		name,
		status: "ok",
		detail: helper
	};
	return {
		name,
		status: "warn",
		detail: "not built: no Landlock, and an unsandboxed command can outlive a caller that is killed",
		mend: buildHelper()
	};
}
async function checkCompiler(path, helperBuilt, context) {
	const name = "compiler";
	for (const compiler of [
		"cc",
		"gcc",
		"clang"
	]) for (const { file, relativeEntry } of pathCandidates(compiler, path ?? "", "/")) {
		if (relativeEntry || executability(file) !== "executable") continue;
		if (await answers(file)) return {
			name,
			status: "ok",
			detail: file
		};
	}
	const detail = helperBuilt ? "none, and none needed: the helper is built" : "no cc, gcc or clang on PATH that works";
	return helperBuilt ? {
		name,
		status: "ok",
		detail
	} : {
		name,
		status: "warn",
		detail,
		mend: installCompiler(context)
	};
}
function answers(compiler) {
	return new Promise((resolve) => {
		(0, node_child_process.execFile)(compiler, ["--version"], {
			timeout: PROBE_TIMEOUT_MS,
			maxBuffer: PROBE_OUTPUT_BYTES
		}, (error) => resolve(error === null));
	});
}
function checkLandlock(abi, helper, trial) {
	const name = "landlock";
	if (helper === void 0) return {
		name,
		status: "warn",
		detail: "not tried: no helper",
		mend: buildHelper()
	};
	if (trial === void 0) return {
		name,
		status: "warn",
		detail: "this kernel has none, or it is switched off",
		mend: "boot Linux 5.13 or later with landlock in the lsm= list"
	};
	if (!trial.contained) return {
		name,
		status: "warn",
		detail: `version ${abi}: ${trial.fault ?? "failed"}`,
		...mendOf(trial.mend)
	};
	return {
		name,
		status: "ok",
		detail: `version ${abi}: a forbidden write was denied`
	};
}
function checkSeccomp(...trials) {
	const name = "seccomp";
	if (trials.some((trial) => trial?.filtered === true)) return {
		name,
		status: "ok",
		detail: "a command ran under a system-call filter"
	};
	return /^Seccomp:/m.test(readText("/proc/self/status") ?? "") ? {
		name,
		status: "warn",
		detail: "the kernel has it; not tried, since no backend works"
	} : {
		name,
		status: "fail",
		detail: "this kernel is built without it",
		mend: "use a kernel with CONFIG_SECCOMP_FILTER"
	};
}
function namespaceFacts() {
	const limit = (kind) => readText(`/proc/sys/user/max_${kind}_namespaces`);
	return {
		limits: {
			user: limit("user"),
			mnt: limit("mnt"),
			pid: limit("pid"),
			ipc: limit("ipc"),
			net: limit("net")
		},
		unprivilegedClone: readText("/proc/sys/kernel/unprivileged_userns_clone"),
		appArmorRestriction: readText("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
		ownStatus: readText("/proc/self/status"),
		inContainer: (0, node_fs.existsSync)("/.dockerenv") || (0, node_fs.existsSync)("/run/.containerenv")
	};
}
function readText(path) {
	try {
		return (0, node_fs.readFileSync)(path, "utf8");
	} catch {
		return;
	}
}
function mendOf(mend) {
	return mend === void 0 ? {} : { mend };
}

//#endregion
//#region ../../packages/linux-sandbox/src/index.ts
var src_exports = /* @__PURE__ */ require_rolldown_runtime.__exportAll({ probeLinuxSandbox: () => probeLinuxSandbox });

//#endregion
//#region ../../packages/unified-exec/src/limits.ts
/** How much of each stream is kept, in bytes: half of it from the start, half from the end. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
/** How long a command has between SIGTERM and SIGKILL, in milliseconds. */
const GRACE_MS = 2e3;
/** How long killed processes are waited for, in milliseconds. One that the kernel can't end now is given up. */
const KILL_DEADLINE_MS = 5e3;
/** How long a launcher has to end by itself when everything below it is dead, in milliseconds. */
const LAUNCHER_END_MS = 1e3;
/** The most of a launcher's own messages that is held back until it's known whose they are, in bytes. */
const HELD_BACK_BYTES = 64 * 1024;

//#endregion
//#region ../../packages/unified-exec/src/output/head-tail-buffer.ts
/**
* The first and the last bytes of a stream, each in half of a limit. What lies between is dropped and counted. Memory
* grows with what is kept, never past the limit.
*/
var HeadTailBuffer = class {
	#headLimit;
	#tailLimit;
	#head = Buffer.alloc(0);
	#headLength = 0;
	/** A ring once it's full: the oldest byte is at `#tailEnd`. */
	#tail = Buffer.alloc(0);
	#tailLength = 0;
	#tailEnd = 0;
	#total = 0;
	/** @param limit bytes */
	constructor(limit) {
		this.#headLimit = Math.ceil(limit / 2);
		this.#tailLimit = Math.floor(limit / 2);
	}
	/** Bytes that came in all. */
	get total() {
		return this.#total;
	}
	push(chunk) {
		this.#total += chunk.byteLength;
		const toHead = Math.min(chunk.byteLength, this.#headLimit - this.#headLength);
		if (toHead > 0) {
			this.#head = grown(this.#head, this.#headLength + toHead, this.#headLimit);
			this.#head.set(chunk.subarray(0, toHead), this.#headLength);
			this.#headLength += toHead;
		}
		if (toHead < chunk.byteLength && this.#tailLimit > 0) this.#pushTail(chunk.subarray(toHead));
	}
	#pushTail(chunk) {
		const bytes = chunk.subarray(Math.max(0, chunk.byteLength - this.#tailLimit));
		const wanted = Math.min(this.#tailLength + bytes.byteLength, this.#tailLimit);
		if (wanted > this.#tail.byteLength) this.#tail = grown(this.#tail, wanted, this.#tailLimit);
		const first = Math.min(bytes.byteLength, this.#tailLimit - this.#tailEnd);
		this.#tail.set(bytes.subarray(0, first), this.#tailEnd);
		this.#tail.set(bytes.subarray(first), 0);
		this.#tailEnd = (this.#tailEnd + bytes.byteLength) % this.#tailLimit;
		this.#tailLength = wanted;
	}
	/** What is kept: all of it as `head` while nothing was dropped. */
	kept() {
		const head = this.#head.subarray(0, this.#headLength);
		const tail = this.#tailLength === this.#tailLimit ? Buffer.concat([this.#tail.subarray(this.#tailEnd, this.#tailLength), this.#tail.subarray(0, this.#tailEnd)]) : this.#tail.subarray(0, this.#tailLength);
		const omittedBytes = this.#total - head.byteLength - tail.byteLength;
		if (omittedBytes === 0) return {
			head: Buffer.concat([head, tail]),
			tail: Buffer.alloc(0),
			omittedBytes
		};
		return {
			head,
			tail,
			omittedBytes
		};
	}
};
/** A buffer of at least `size` bytes with the same content; doubled, so that many small pieces cost little. */
function grown(buffer, size, limit) {
	if (size <= buffer.byteLength && buffer.buffer instanceof ArrayBuffer) return Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
	const larger = Buffer.alloc(Math.min(limit, Math.max(size, 2 * buffer.byteLength, 4096)));
	larger.set(buffer);
	return larger;
}

//#endregion
//#region ../../packages/unified-exec/src/output/output-text.ts
/** What stands in a text for the bytes that were dropped there. */
function omissionMarker(bytes) {
	return `\n[… ${bytes} bytes omitted …]\n`;
}
/** What was kept, as text. A character that the cut went through is dropped with what is missing, and counted. */
function outputText(buffer) {
	const { head, tail, omittedBytes } = buffer.kept();
	if (omittedBytes === 0) {
		const { text, lossy } = decode(head);
		return {
			text,
			lossy,
			totalBytes: buffer.total,
			omittedBytes: 0
		};
	}
	const wholeHead = head.subarray(0, head.byteLength - incompleteAtEnd(head));
	const wholeTail = tail.subarray(continuationAtStart(tail));
	const omitted = buffer.total - wholeHead.byteLength - wholeTail.byteLength;
	const before = decode(wholeHead);
	const after = decode(wholeTail);
	return {
		text: `${before.text}${omissionMarker(omitted)}${after.text}`,
		lossy: before.lossy || after.lossy,
		totalBytes: buffer.total,
		omittedBytes: omitted
	};
}
function decode(bytes) {
	try {
		return {
			text: new TextDecoder("utf-8", {
				fatal: true,
				ignoreBOM: true
			}).decode(bytes),
			lossy: false
		};
	} catch {
		return {
			text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
			lossy: true
		};
	}
}
/** How many bytes at the end begin a character whose rest is missing (RFC 3629, section 3). */
function incompleteAtEnd(bytes) {
	for (let back = 1; back <= Math.min(3, bytes.byteLength); back += 1) {
		const byte = bytes[bytes.byteLength - back] ?? 0;
		if (isContinuation(byte)) continue;
		return (byte >= 240 && byte < 248 ? 4 : byte >= 224 && byte < 240 ? 3 : byte >= 192 && byte < 224 ? 2 : 1) > back ? back : 0;
	}
	return 0;
}
/** How many bytes at the start end a character that began before them. */
function continuationAtStart(bytes) {
	let count = 0;
	while (count < 3 && count < bytes.byteLength && isContinuation(bytes[count] ?? 0)) count += 1;
	return count;
}
function isContinuation(byte) {
	return (byte & 192) === 128;
}

//#endregion
//#region ../../packages/unified-exec/src/output/output-collector.ts
/** Keeps what a process prints, within a limit, and holds back what may be its launcher's. */
var OutputCollector = class {
	#buffers;
	#hold;
	/** Chunks that may be the launcher's; `undefined` once it's known that they aren't. */
	#held;
	constructor(maxOutputBytes, hold) {
		this.#buffers = {
			stdout: new HeadTailBuffer(maxOutputBytes),
			stderr: new HeadTailBuffer(maxOutputBytes),
			aggregated: new HeadTailBuffer(maxOutputBytes)
		};
		this.#hold = hold === void 0 ? void 0 : {
			stream: hold.stream,
			prefix: Buffer.from(hold.prefix)
		};
		this.#held = hold === void 0 ? void 0 : [];
	}
	/** Takes a chunk and returns what of the stream may be passed on now. */
	push(stream, chunk) {
		const chunks = this.#hold?.stream === stream ? this.#holdBack(chunk) : [chunk];
		for (const passed of chunks) this.#keep(stream, passed);
		return chunks;
	}
	/** At the end: what was held back as text where it was the launcher's, else as chunks that are the command's after all. */
	settle(isLaunchers) {
		const held = this.#held ?? [];
		this.#held = void 0;
		if (isLaunchers) return {
			launcherText: Buffer.concat(held).toString("utf8").replaceAll("\r\n", "\n"),
			released: []
		};
		const stream = this.#hold?.stream;
		if (stream !== void 0) for (const chunk of held) this.#keep(stream, chunk);
		return { released: held };
	}
	output() {
		return {
			stdout: outputText(this.#buffers.stdout),
			stderr: outputText(this.#buffers.stderr),
			aggregated: outputText(this.#buffers.aggregated)
		};
	}
	#holdBack(chunk) {
		if (this.#held === void 0 || this.#hold === void 0) return [chunk];
		this.#held.push(chunk);
		const held = this.#held;
		const { prefix } = this.#hold;
		const bytes = held.reduce((sum, piece) => sum + piece.byteLength, 0);
		const start = Buffer.concat(held, Math.min(bytes, prefix.byteLength));
		if (bytes <= 65536 && prefix.subarray(0, start.byteLength).equals(start)) return [];
		this.#held = void 0;
		return held;
	}
	#keep(stream, chunk) {
		this.#buffers[stream].push(chunk);
		this.#buffers.aggregated.push(chunk);
	}
};

//#endregion
//#region ../../packages/unified-exec/src/output/receiver.ts
/** Hands output to whoever asked for it, a stream's chunks one after the other, and stops reading while they are busy. */
var Receiver = class {
	#onOutput;
	#queues = {
		stdout: [],
		stderr: []
	};
	#busy = {
		stdout: void 0,
		stderr: void 0
	};
	#running;
	#onFailure;
	#failure;
	constructor(onOutput) {
		this.#onOutput = onOutput;
	}
	/** Chunks may have come before the process was handed out. */
	connect(running, onFailure) {
		this.#running = running;
		this.#onFailure = onFailure;
		for (const stream of ["stdout", "stderr"]) if (this.#busy[stream] !== void 0) running.pause(stream);
		if (this.#failure !== void 0) onFailure();
	}
	pass(stream, chunk) {
		if (this.#onOutput === void 0 || this.#failure !== void 0) return;
		if (this.#busy[stream] !== void 0) {
			this.#queues[stream].push(chunk);
			return;
		}
		const pending = this.#deliver(stream, chunk);
		if (pending === void 0) return;
		this.#running?.pause(stream);
		this.#busy[stream] = this.#finish(stream, pending);
	}
	get isIdle() {
		return this.#busy.stdout === void 0 && this.#busy.stderr === void 0;
	}
	/** When everything passed so far has been taken. */
	async idle() {
		while (!this.isIdle) await Promise.all([this.#busy.stdout, this.#busy.stderr]);
	}
	/** @throws what the receiver threw */
	rethrow() {
		if (this.#failure !== void 0) throw this.#failure.error;
	}
	#deliver(stream, chunk) {
		try {
			const answer = this.#onOutput?.(stream, chunk);
			return answer instanceof Promise ? answer : void 0;
		} catch (error) {
			this.#fail(error);
			return;
		}
	}
	async #finish(stream, pending) {
		try {
			await pending;
			for (let next = this.#queues[stream].shift(); next !== void 0; next = this.#queues[stream].shift()) if (this.#failure === void 0) await this.#deliver(stream, next);
		} catch (error) {
			this.#fail(error);
		}
		this.#busy[stream] = void 0;
		this.#running?.resume(stream);
	}
	#fail(error) {
		this.#failure ??= { error };
		this.#queues.stdout.length = 0;
		this.#queues.stderr.length = 0;
		this.#onFailure?.();
	}
};

//#endregion
//#region ../../packages/unified-exec/src/spawn-error.ts
/** The process couldn't be started, and nothing has run. `cause` is what the system said. */
var SpawnError = class extends SallyportError {
	code = "SPAWN_FAILED";
	constructor(file, cause) {
		super(`${file} can't be started: ${reasonOf(cause)}`, { cause });
	}
};
function reasonOf(cause) {
	if (!(cause instanceof Error)) return String(cause);
	const code = "code" in cause ? String(cause.code) : "";
	switch (code) {
		case "E2BIG": return "its arguments and environment are too long (E2BIG): pass the data in a file, or on standard input";
		case "ENOENT": return "it, its interpreter or the working folder is missing (ENOENT)";
		case "EACCES": return "it, or the working folder, is closed to this user (EACCES)";
		case "EAGAIN": return "there are too many processes (EAGAIN)";
		case "EMFILE":
		case "ENFILE": return `there are too many open files (${code})`;
		default: return cause.message;
	}
}

//#endregion
//#region ../../packages/unified-exec/src/start/start-on-pipes.ts
/**
* Starts a process in a session and group of its own, its output on pipes.
*
* @throws {SpawnError}
*/
async function startOnPipes(spec, onChunk) {
	const child = start$1(spec);
	const exited = new Promise((resolve) => {
		child.once("exit", (exitCode, signal) => resolve({
			exitCode: exitCode ?? void 0,
			signal: signal ?? void 0
		}));
	});
	const streams = [];
	const fds = spec.fds ?? [];
	for (const [index, fd] of fds.entries()) {
		const stream = child.stdio[3 + index];
		if (stream === void 0 || stream === null) continue;
		stream.on("error", () => {});
		if (fd.kind === "input") {
			if ("end" in stream) stream.end(fd.data);
		} else if (isReadable(stream)) {
			stream.on("data", (chunk) => fd.onData(chunk));
			streams.push(stream);
		}
	}
	for (const name of ["stdout", "stderr"]) {
		const stream = child[name];
		if (stream === null) continue;
		stream.on("error", () => {});
		stream.on("data", (chunk) => onChunk(name, chunk));
		streams.push(stream);
	}
	await spawned(child, spec.file);
	const { pid } = child;
	if (pid === void 0) throw new SpawnError(spec.file, "it has no process number");
	return {
		pid,
		session: pid,
		exited,
		drained: Promise.all(streams.map(closed)).then(() => void 0),
		pause: (name) => void child[name]?.pause(),
		resume: (name) => void child[name]?.resume(),
		release() {
			for (const stream of child.stdio) stream?.destroy();
		}
	};
}
function start$1({ file, args, argv0, cwd, env, fds = [], stdin }) {
	try {
		return (0, node_child_process.spawn)(file, [...args], {
			cwd,
			env,
			detached: true,
			stdio: [
				stdin,
				"pipe",
				"pipe",
				...fds.map(() => "pipe")
			],
			...argv0 === void 0 ? {} : { argv0 }
		});
	} catch (error) {
		throw new SpawnError(file, error);
	}
}
function spawned(child, file) {
	return new Promise((resolve, reject) => {
		child.once("spawn", resolve);
		child.once("error", (error) => reject(new SpawnError(file, error)));
	});
}
function closed(stream) {
	return new Promise((resolve) => {
		if (stream.destroyed) resolve();
		else stream.once("close", () => resolve());
	});
}
function isReadable(stream) {
	return "read" in stream;
}

//#endregion
//#region ../../packages/unified-exec/src/terminate/process-tree.ts
/**
* The processes below one, parents first, and those of a session whose parents have ended (depth 1). Read from proc(5);
* where there is none, nothing is known.
*
* @param session number of its session: that of the process which leads it, who isn't counted
*/
function descendantsOf(root, session) {
	const children = /* @__PURE__ */ new Map();
	const ofSession = [];
	for (const { pid, parent, ...process } of processes()) {
		const siblings = children.get(parent);
		if (siblings === void 0) children.set(parent, [pid]);
		else siblings.push(pid);
		if (process.session === session && pid !== root && pid !== session) ofSession.push(pid);
	}
	const found = /* @__PURE__ */ new Map();
	let level = [root];
	for (let depth = 1; level.length > 0; depth += 1) {
		level = level.flatMap((pid) => children.get(pid) ?? []).filter((pid) => !found.has(pid) && pid !== root);
		for (const pid of level) found.set(pid, depth);
	}
	for (const pid of ofSession) if (!found.has(pid)) found.set(pid, 1);
	return [...found].map(([pid, depth]) => ({
		pid,
		depth
	}));
}
function processes() {
	let names;
	try {
		names = (0, node_fs.readdirSync)("/proc");
	} catch {
		return [];
	}
	return names.flatMap((name) => /^\d+$/.test(name) ? entryOf(Number(name)) : []);
}
function entryOf(pid) {
	try {
		const stat = (0, node_fs.readFileSync)(`/proc/${pid}/stat`, "latin1");
		const [state, parent, , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return state === "Z" || state === "X" ? [] : [{
			pid,
			parent: Number(parent),
			session: Number(session)
		}];
	} catch {
		return [];
	}
}

//#endregion
//#region ../../packages/unified-exec/src/terminate/end-process.ts
/**
* Asks everything to end (SIGTERM), and after the grace makes it (SIGKILL). Resolves when nothing of it is left that
* can be found, or the deadline is over.
*
* A process that has left both its parents and its session (a daemon) is found only where a launcher holds it: in a PID
* namespace, or as a child subreaper.
*/
async function endProcess(target, graceMs) {
	if (graceMs > 0 && askToEnd(target)) await settled(target.exited, graceMs);
	await killAll(target);
}
/** Kills what can be found now, without waiting: for the end of this process itself. */
function killNow({ pid, session, launcher }) {
	const below = descendantsOf(pid, session);
	const container = launcher?.containerPid?.();
	if (container !== void 0) signal(container, "SIGKILL");
	for (const { pid: descendant } of below) signal(descendant, "SIGKILL");
	signal(pid, "SIGKILL");
}
/** Returns whether there was anything to ask. */
function askToEnd({ pid, session, launcher }) {
	const below = descendantsOf(pid, session);
	if (launcher === void 0) {
		signal(pid, "SIGTERM");
		for (const { pid: descendant } of below) signal(descendant, "SIGTERM");
		return true;
	}
	if (launcher.containerPid !== void 0) {
		const inside = below.filter(({ depth }) => depth >= launcher.depth);
		for (const { pid: descendant } of inside) signal(descendant, "SIGTERM");
		return inside.length > 0;
	}
	signal(pid, "SIGTERM");
	for (const { pid: descendant, depth } of below) if (depth > launcher.depth) signal(descendant, "SIGTERM");
	return true;
}
async function killAll(target) {
	const { pid, session, launcher, exited } = target;
	const started = performance.now();
	let hasEnded = false;
	const end = exited.then(() => {
		hasEnded = true;
	});
	for (;;) {
		const elapsed = performance.now() - started;
		const container = launcher?.containerPid?.();
		if (container !== void 0 && !hasEnded) signal(container, "SIGKILL");
		const below = descendantsOf(pid, session);
		for (const { pid: descendant } of below) signal(descendant, "SIGKILL");
		if (!hasEnded && !(launcher !== void 0 && container === void 0 && elapsed < 1e3)) signal(pid, "SIGKILL");
		if (hasEnded && below.length === 0 || elapsed > 5e3) return;
		await Promise.race([hasEnded ? (0, node_timers_promises.setTimeout)(5) : end, (0, node_timers_promises.setTimeout)(5)]);
	}
}
function signal(pid, name) {
	try {
		process.kill(pid, name);
	} catch {}
}
async function settled(promise, ms) {
	const timer = new AbortController();
	try {
		await Promise.race([promise, (0, node_timers_promises.setTimeout)(ms, void 0, { signal: timer.signal }).catch(() => void 0)]);
	} finally {
		timer.abort();
	}
}

//#endregion
//#region ../../packages/unified-exec/src/terminate/kill-at-exit.ts
const targets = /* @__PURE__ */ new Set();
/**
* Kills a process with all below it should this process exit first. One listener for all of them.
*
* @returns what takes it back
*/
function killAtExit(target) {
	if (targets.size === 0) process.on("exit", killTargets);
	targets.add(target);
	return () => {
		targets.delete(target);
		if (targets.size === 0) process.off("exit", killTargets);
	};
}
function killTargets() {
	for (const target of targets) killNow(target());
}

//#endregion
//#region ../../packages/unified-exec/src/exec-process.ts
/**
* Runs one process to its end and resolves to how it ended and what it printed.
*
* It runs in a session of its own. A time limit, an aborted signal, and the end of this process end it and everything
* below it. Memory stays bounded whatever it prints. When it has ended, output is read to its end, but not for longer
* than half a second where something it left behind holds the pipes open.
*
* @throws {SpawnError} when it can't be started; and what `onOutput` throws, when the process has been ended
*/
async function execProcess(spec, options = {}) {
	const collector = new OutputCollector(options.maxOutputBytes ?? 1048576, spec.launcher === void 0 ? void 0 : {
		stream: spec.tty === void 0 ? "stderr" : "stdout",
		prefix: spec.launcher.stderrPrefix
	});
	const startedAtMs = Date.now();
	const started = process.hrtime.bigint();
	const ended = (reason, rest) => ({
		reason,
		startedAtMs,
		durationMs: Number(process.hrtime.bigint() - started) / 1e6,
		...rest
	});
	if (options.signal?.aborted === true) return ended("aborted", {
		exitCode: void 0,
		signal: void 0,
		output: collector.output()
	});
	const receiver = new Receiver(options.onOutput?.bind(options));
	const running = await start(spec, (stream, chunk) => {
		for (const passed of collector.push(stream, chunk)) receiver.pass(stream, passed);
	});
	const ending = new Ending(running, spec, options);
	try {
		receiver.connect(running, () => ending.end("failed"));
		const { exitCode, signal } = await running.exited;
		ending.hasExited();
		await withPatience(running.drained, receiver, ending);
		const launcherFailed = spec.launcher?.failed() === true;
		const { launcherText, released } = collector.settle(launcherFailed);
		for (const chunk of released) receiver.pass(spec.tty === void 0 ? "stderr" : "stdout", chunk);
		await withPatience(receiver.idle(), receiver, ending);
		await ending.over();
		receiver.rethrow();
		return ended(ending.reason, {
			exitCode,
			signal,
			output: collector.output(),
			...launcherText === void 0 ? {} : { launcherStderr: launcherText }
		});
	} finally {
		ending.dispose();
		running.release();
	}
}
async function start(spec, onChunk) {
	if (spec.tty === void 0) return startOnPipes(spec, onChunk);
	const { startOnTerminal } = await Promise.resolve().then(() => require("./start-on-terminal-B_aQbPdz.cjs"));
	return startOnTerminal(spec, spec.tty, onChunk);
}
/** What ends the process before it ends itself, and the one ending that comes of it. */
var Ending = class {
	reason = "exited";
	#running;
	#spec;
	#options;
	#timer;
	#spare;
	#ending;
	#exited = false;
	#interrupt = () => {};
	/** Resolves when something is to end before it ends by itself. */
	interrupted = new Promise((resolve) => {
		this.#interrupt = resolve;
	});
	constructor(running, spec, options) {
		this.#running = running;
		this.#spec = spec;
		this.#options = options;
		if (options.timeoutMs !== void 0) this.#timer = setTimeout(() => this.end("timed_out"), options.timeoutMs);
		if (options.signal !== void 0) {
			(0, node_events.setMaxListeners)(0, options.signal);
			options.signal.addEventListener("abort", this.#onAbort);
		}
		this.#spare = killAtExit(() => this.#endable());
		if (options.signal?.aborted === true) this.end("aborted");
	}
	/** `failed`: the receiver of the output did. */
	end(why) {
		if (this.#ending !== void 0) return;
		if (!this.#exited && why !== "failed") this.reason = why;
		this.#ending = endProcess(this.#endable(), this.#options.graceMs ?? 2e3);
		this.#interrupt();
	}
	hasExited() {
		this.#exited = true;
		clearTimeout(this.#timer);
	}
	get isInterrupted() {
		return this.#ending !== void 0;
	}
	/** When an ending that has begun is over. */
	async over() {
		await this.#ending;
	}
	dispose() {
		clearTimeout(this.#timer);
		this.#options.signal?.removeEventListener("abort", this.#onAbort);
		this.#spare();
	}
	#onAbort = () => this.end("aborted");
	#endable() {
		const { pid, session } = this.#running;
		return {
			pid,
			session,
			launcher: this.#spec.launcher,
			exited: this.#running.exited
		};
	}
};
/**
* Waits for the rest of the output: as long as its receiver needs, but only so long for a process that never ends it;
* and after an interruption not for the receiver either.
*/
async function withPatience(rest, receiver, ending) {
	let over = false;
	let timer;
	const tooLong = new Promise((resolve) => {
		const wait = () => {
			if (over) return;
			timer = setTimeout(() => {
				if (receiver.isIdle || ending.isInterrupted) resolve();
				else Promise.race([receiver.idle(), ending.interrupted]).then(wait);
			}, 500);
		};
		wait();
	});
	try {
		await Promise.race([rest, tooLong]);
	} finally {
		over = true;
		clearTimeout(timer);
	}
}

//#endregion
//#region ../../packages/tools/src/host-access.ts
/**
* What this user may do outside any sandbox, asked of the kernel (access(2)): ownership, modes, ACLs and read-only
* mounts included. A missing path can be written where its nearest existing parent can.
*/
const nodeHostAccess = {
	canRead: (path) => permits(path, node_fs.constants.R_OK),
	canWrite: (path) => {
		for (let candidate = path;; candidate = (0, node_path.dirname)(candidate)) {
			const answer = ask(candidate, node_fs.constants.W_OK);
			if (answer !== "missing") return answer === "yes";
			if (candidate === (0, node_path.dirname)(candidate)) return false;
		}
	},
	exists: node_fs.existsSync,
	hasContent: (path) => {
		try {
			return !(0, node_fs.statSync)(path).isDirectory() || (0, node_fs.readdirSync)(path).length > 0;
		} catch {
			return false;
		}
	}
};
function permits(path, mode) {
	return ask(path, mode) === "yes";
}
function ask(path, mode) {
	try {
		(0, node_fs.accessSync)(path, mode);
		return "yes";
	} catch (error) {
		return (error instanceof Error && "code" in error ? error.code : void 0) === "ENOENT" ? "missing" : "no";
	}
}

//#endregion
//#region ../../packages/tools/src/exec-attempt.ts
/**
* Runs the command once, in the containment that its policy needs, or without one.
*
* bubblewrap is expected to work: asking first would cost a process for each command. Where it reports that it couldn't
* set up, the command hasn't run, and the choice is made again with that fact.
*/
async function execAttempt(request, settings, options) {
	if (!options.contained) return launch(request, settings, "none", options);
	const first = chooseBackend(settings, findBubblewrap({
		path: process.env["PATH"],
		cwd: request.cwd,
		excludeUnder: settings.policy.writableRoots.map(({ root }) => root)
	}) === void 0 ? "missing" : "works");
	if (first.backend !== "bubblewrap") return launchChoice(request, settings, first, options);
	const result = await launch(request, settings, "bubblewrap", options);
	if (result.kind !== "failed_to_start" || result.code !== SETUP_FAILED) return result;
	if (chooseBackend(settings, result.reason).backend !== "landlock") return result;
	options.sink.onWarning(`bubblewrap can't set a sandbox up here (${result.reason}): contained with Landlock instead`);
	return launch(request, settings, "landlock", options);
}
/** The launcher couldn't make the containment, and nothing ran. */
const SETUP_FAILED = "SANDBOX_SETUP_FAILED";
function chooseBackend(settings, bubblewrap) {
	return selectBackend(settings.policy, {
		platform: process.platform,
		bubblewrap,
		landlockAbi: bubblewrap === "works" ? 0 : landlockAbi(findHelper())
	});
}
function launchChoice(request, settings, choice, options) {
	switch (choice.backend) {
		case "none":
		case "bubblewrap":
		case "landlock": return launch(request, settings, choice.backend, options);
		case "external": return launch(request, settings, "none", options, "external");
		case "refused": return {
			kind: "failed_to_start",
			backend: "none",
			code: "SANDBOX_UNAVAILABLE",
			reason: choice.mend === void 0 ? choice.reason : `${choice.reason}. To mend it: ${choice.mend}`
		};
		default: return assertNever(choice, "backend");
	}
}
async function launch(request, settings, launchable, { sink, signal }, backend = launchable) {
	try {
		try {
			var _usingCtx$2 = _usingCtx();
			const prepared = _usingCtx$2.u(prepareLaunch({
				policy: settings.policy,
				backend: launchable,
				command: request.command,
				cwd: request.cwd,
				env: request.env,
				...settings.protectedPaths === void 0 ? {} : { protectedPaths: settings.protectedPaths }
			}));
			sink.onLaunch(backend);
			const exit = await execProcess({
				...prepared,
				stdin: request.stdin,
				...request.tty === void 0 ? {} : { tty: request.tty }
			}, {
				...signal === void 0 ? {} : { signal },
				...request.timeoutMs === void 0 ? {} : { timeoutMs: request.timeoutMs },
				...sink.onOutput === void 0 ? {} : { onOutput: sink.onOutput.bind(sink) }
			});
			return judge(request, settings, backend, exit, prepared.diagnose({
				exitCode: exit.exitCode,
				signal: exit.signal,
				...exit.launcherStderr === void 0 ? {} : { launcherStderr: exit.launcherStderr }
			}));
		} catch (_) {
			_usingCtx$2.e = _;
		} finally {
			_usingCtx$2.d();
		}
	} catch (error) {
		if (!isSallyportError(error)) throw error;
		return failedToStart(error, backend);
	}
}
function failedToStart(error, backend) {
	const { code, message } = error instanceof Error && "code" in error ? error : {
		code: "UNKNOWN",
		message: String(error)
	};
	const exitCode = error instanceof Error && "exitCode" in error ? error.exitCode : void 0;
	return {
		kind: "failed_to_start",
		backend,
		code: String(code),
		reason: message,
		...exitCode === 126 || exitCode === 127 ? { exitCode } : {}
	};
}
function judge(request, settings, backend, exit, diagnosis) {
	const ended = {
		backend,
		startedAtMs: exit.startedAtMs,
		durationMs: exit.durationMs,
		output: exit.output
	};
	if (exit.reason !== "exited") return {
		kind: exit.reason,
		...ended
	};
	switch (diagnosis.kind) {
		case "setup_failed": return {
			kind: "failed_to_start",
			backend,
			code: SETUP_FAILED,
			reason: diagnosis.message
		};
		case "exec_failed": return {
			kind: "failed_to_start",
			backend,
			code: "EXEC_FAILED",
			reason: diagnosis.message,
			exitCode: diagnosis.exitCode
		};
		case "command_ran": {
			const denial = denialOf(request, settings, backend, exit.output, diagnosis);
			return {
				kind: "exited",
				exitCode: diagnosis.exitCode,
				...denial === void 0 ? {} : { denial },
				...ended
			};
		}
		default: return assertNever(diagnosis, "diagnosis");
	}
}
function denialOf(request, settings, backend, output, { exitCode, signal, kernelReport }) {
	if (backend === "none" || backend === "external") return void 0;
	return classifyDenial({
		backend,
		policy: settings.policy,
		cwd: request.cwd,
		command: request.command,
		...request.env["HOME"] === void 0 ? {} : { home: request.env["HOME"] },
		exitCode,
		...signal === void 0 ? {} : { signal },
		...kernelReport === void 0 ? {} : { kernelReport },
		stdout: output.stdout.text,
		stderr: output.stderr.text,
		isTerminal: request.tty !== void 0,
		host: nodeHostAccess
	});
}

//#endregion
//#region ../../packages/tools/src/exec-runtime.ts
/** A command line as a tool: what it needs to be allowed, and how it's run once. */
function createExecRuntime(settings, sink) {
	return {
		sandboxPreference: "auto",
		escalateOnFailure: true,
		sandboxPermissions: (request) => request.sandboxPermissions,
		requirement: (request, { ask, policy }) => commandRequirement({
			ask,
			fileSystemKind: policy.fileSystemKind,
			network: policy.network,
			sandboxPermissions: request.sandboxPermissions,
			evaluation: {
				source: "unmatched",
				knownSafe: false,
				dangerous: false
			}
		}),
		approvalAction: (request, { retryReason }) => ({
			kind: "command",
			command: [...request.command],
			cwd: request.cwd,
			sandboxPermissions: retryReason === void 0 ? request.sandboxPermissions : "require_escalated",
			...request.justification === void 0 ? {} : { justification: request.justification }
		}),
		async run(request, attempt, context) {
			const started = Date.now();
			const { onOutput } = sink;
			const origin = {
				attemptId: attempt.id,
				callId: request.callId
			};
			const result = await execAttempt(request, {
				policy: attempt.policy,
				...settings.protectedPaths === void 0 ? {} : { protectedPaths: settings.protectedPaths }
			}, {
				contained: attempt.sandboxRequested,
				...context.signal === void 0 ? {} : { signal: context.signal },
				sink: {
					onLaunch: (backend) => context.begin({
						command: [...request.command],
						cwd: request.cwd,
						backend
					}),
					onWarning: (message) => context.emit({
						type: "warning",
						callId: request.callId,
						atMs: Date.now(),
						message
					}),
					...onOutput === void 0 ? {} : { onOutput: (stream, chunk) => onOutput.call(sink, stream, chunk, origin) }
				}
			});
			const { signal } = context;
			return attemptResult(result, request, abortReason$1(signal), {
				id: attempt.id,
				sandboxRequested: attempt.sandboxRequested,
				backend: result.backend,
				startedAtMs: started,
				durationMs: 0
			});
		}
	};
}
function attemptResult(result, request, aborted, base) {
	switch (result.kind) {
		case "exited": {
			const { exitCode, output, denial, startedAtMs, durationMs } = result;
			const ran = {
				...base,
				startedAtMs,
				durationMs,
				exitCode
			};
			return denial === void 0 ? {
				kind: "completed",
				exitCode,
				output,
				record: {
					...ran,
					status: "completed"
				}
			} : {
				kind: "sandbox_denied",
				exitCode,
				output,
				denial,
				record: {
					...ran,
					status: "sandbox_denied"
				}
			};
		}
		case "timed_out": {
			const { output, startedAtMs, durationMs } = result;
			const timeoutMs = request.timeoutMs ?? 0;
			return {
				kind: "timed_out",
				reason: `the command took longer than ${timeoutMs} ms and was ended`,
				timeoutMs,
				output,
				record: {
					...base,
					startedAtMs,
					durationMs,
					status: "timed_out"
				}
			};
		}
		case "aborted": {
			const { output, startedAtMs, durationMs } = result;
			return {
				kind: "aborted",
				reason: aborted,
				output,
				record: {
					...base,
					startedAtMs,
					durationMs,
					status: "aborted"
				}
			};
		}
		case "failed_to_start": {
			const { code, reason, exitCode } = result;
			return {
				kind: "failed_to_start",
				code,
				reason,
				...exitCode === void 0 ? {} : { exitCode },
				record: {
					...base,
					durationMs: Math.max(0, Date.now() - base.startedAtMs),
					status: "failed_to_start"
				}
			};
		}
		default: return assertNever(result, "attempt");
	}
}
function abortReason$1(signal) {
	const reason = signal?.reason;
	return reason instanceof Error ? reason.message : "it was ended from outside";
}

//#endregion
//#region ../../packages/orchestrator/src/attempt-id.ts
/** The id of an attempt: the call's own for the first, `<call id>:retry` for the second. There is no third. */
function attemptId(callId, phase) {
	return phase === "retry" ? `${callId}:retry` : callId;
}

//#endregion
//#region ../../packages/orchestrator/src/call-journal.ts
/** The events and attempts of one call. It guarantees that the outcome comes last, and once. */
var CallJournal = class {
	#context;
	#attempts = [];
	#output;
	#closed = false;
	constructor(context) {
		this.#context = context;
	}
	get attempts() {
		return this.#attempts;
	}
	/** Of the last attempt that printed at all. */
	get output() {
		return this.#output;
	}
	get callId() {
		return this.#context.callId;
	}
	nowMs() {
		return this.#context.clock.nowMs();
	}
	/** Passes an event on. What comes after the outcome is dropped: its reader has gone. */
	emit = (event) => {
		if (!this.#closed) this.#context.emit(event);
	};
	warn(message) {
		this.emit({
			type: "warning",
			callId: this.callId,
			atMs: this.nowMs(),
			message
		});
	}
	/** Keeps an attempt that has ended. */
	add(record, output) {
		this.#attempts.push(record);
		this.#output = output ?? this.#output;
	}
	close(outcome) {
		const event = {
			type: "outcome",
			callId: this.callId,
			atMs: this.nowMs(),
			outcome
		};
		this.#closed = true;
		this.#context.emit(event);
	}
};

//#endregion
//#region ../../packages/orchestrator/src/change-words.ts
/** What a yes to the first attempt changes, for the reviewer. It says what will be done, not what was asked for. */
function changeWords(containment, { sandboxPermissions }) {
	if (containment.escalated) return `it runs once, ${OUTSIDE}`;
	if (containment.warning !== void 0) return containment.warning;
	if (!containment.sandboxRequested) return "it runs once; no sandbox is in force";
	return sandboxPermissions === "with_additional_permissions" ? "it runs once, inside the sandbox, with the additional permissions it asks for" : "it runs once, inside the sandbox";
}
const OUTSIDE = "OUTSIDE the sandbox: it can do whatever this user can";
/** What a yes to a retry changes. */
const changeOfRetry = `it runs once more, from its beginning, ${OUTSIDE}`;

//#endregion
//#region ../../packages/orchestrator/src/containment.ts
/** Whether the policy wants attempts contained, by us or by whoever runs us. */
function wantsContainment(policy) {
	switch (policy.enforcement) {
		case "disabled": return false;
		case "external": return true;
		case "managed":
			if (policy.fileSystemKind === "external-sandbox" || policy.network === "restricted") return true;
			return policy.fileSystemKind === "restricted" && (!policy.fullDiskWrite || policy.hasDeniedReads);
		default: return assertNever(policy.enforcement, "enforcement");
	}
}
/**
* The containment of the first attempt.
*
* | denied reads | rules allow it outside | asks for `require_escalated`, or can't be contained | approved | contained |
* | --- | --- | --- | --- | --- |
* | yes | any | any | any | as the policy says |
* | no | yes | any | any | no |
* | no | no | yes | yes | no |
* | no | no | yes | no | as the policy says |
* | no | no | no | any | as the policy says |
*
* Only the sandbox keeps denied reads from being read, so no approval lifts it. And a request to leave counts only
* with the approval of this attempt: a requirement that skips the question grants nothing.
*/
function firstContainment(input) {
	const { policy, requirement } = input;
	if (!wantsContainment(policy)) return {
		sandboxRequested: false,
		escalated: false
	};
	const byRules = requirement.kind === "skip" && requirement.bypassSandbox;
	const wanted = input.sandboxPermissions === "require_escalated" || input.sandboxPreference === "forbid";
	if (!(byRules || wanted && input.approved)) return {
		sandboxRequested: true,
		escalated: false
	};
	if (policy.hasDeniedReads) return {
		sandboxRequested: true,
		escalated: false,
		warning: KEPT_FOR_DENIED_READS
	};
	return {
		sandboxRequested: false,
		escalated: true
	};
}
/** Why denied reads keep the sandbox, in words for the user. */
const KEPT_FOR_DENIED_READS = "it runs inside the sandbox though it may leave it: the policy denies reading some paths, and only the sandbox enforces that";

//#endregion
//#region ../../packages/orchestrator/src/outcome-of.ts
/**
* The outcome of a call whose last attempt ended so.
*
* @param soFar the last attempt included
* @param escalation for a denial; default: of an attempt that can't gain anything by an approval
*/
function outcomeOfResult(result, soFar, escalation = ALREADY_OUTSIDE) {
	const attempts = [...soFar.attempts];
	switch (result.kind) {
		case "completed":
		case "sandbox_denied": {
			const ran = {
				exitCode: result.exitCode,
				output: plain(result.output),
				durationMs: result.record.durationMs,
				attempts
			};
			if (result.kind === "completed") return {
				kind: "completed",
				...ran
			};
			return {
				kind: "sandbox_denied",
				...ran,
				denial: {
					...result.denial,
					escalation
				}
			};
		}
		case "timed_out": return {
			kind: "timed_out",
			reason: result.reason,
			timeoutMs: result.timeoutMs,
			output: plain(result.output),
			durationMs: result.record.durationMs,
			attempts
		};
		case "aborted": return outcomeOfAbort(result.reason, soFar);
		case "failed_to_start": return {
			kind: "failed_to_start",
			code: result.code,
			reason: result.reason,
			...result.exitCode === void 0 ? {} : { exitCode: result.exitCode },
			...printed(soFar),
			attempts
		};
		default: return assertNever(result, "attempt result");
	}
}
const ALREADY_OUTSIDE = {
	available: false,
	why_not: "it ran outside the sandbox already"
};
/** The outcome of a call that somebody ended. */
function outcomeOfAbort(reason, soFar) {
	return {
		kind: "aborted",
		reason,
		...printed(soFar),
		attempts: [...soFar.attempts]
	};
}
/** The outcome of a call that an error ended, and whether the error is one that nobody foresaw. */
function outcomeOfError(error, soFar, signal) {
	if (signal !== void 0 && isAbortOf(signal, error)) return {
		outcome: outcomeOfAbort(abortReason(signal), soFar),
		isBug: false
	};
	const message = error instanceof Error ? error.message : String(error);
	const isBug = !isSallyportError(error);
	const [code, reason] = isBug ? ["INTERNAL_ERROR", `an error in Sallyport or its tool ended the call: ${message}`] : [error.code, message];
	return {
		outcome: {
			kind: "failed_to_start",
			code,
			reason,
			...printed(soFar),
			attempts: [...soFar.attempts]
		},
		isBug
	};
}
/** Whether the error is only the news that the signal has aborted. */
function isAbortOf(signal, error) {
	if (signal?.aborted !== true) return false;
	return error === signal.reason || error instanceof Error && error.name === "AbortError";
}
/** Why the signal aborted, in words. */
function abortReason({ reason }) {
	return reason instanceof Error ? reason.message : String(reason);
}
function printed({ output }) {
	return output === void 0 ? {} : { output: plain(output) };
}
/** Without what a tool's own output type has on top: an outcome crosses the wire. */
function plain({ stdout, stderr, aggregated }) {
	return {
		stdout,
		stderr,
		aggregated
	};
}

//#endregion
//#region ../../packages/orchestrator/src/retry.ts
/**
* What follows a denial. In this order: an attempt outside has nothing to gain; the tool must be able to run outside;
* somebody may be asked; nothing may run outside while the policy denies reads; a command that succeeded all the same
* isn't run again of our own accord. No earlier approval counts here: it was for the attempt that has ended.
*/
function afterDenial(input) {
	if (!input.sandboxRequested) return unavailable("it ran outside the sandbox already");
	if (!input.escalateOnFailure) return unavailable("this tool can't run outside the sandbox");
	const review = denialReview(input.ask);
	if (!review.ask) return unavailable(review.why_not);
	if (input.hasDeniedReads) return unavailable("the policy denies reading some paths, and only the sandbox enforces that: nothing runs outside it");
	if (input.exitCode === 0) return {
		kind: "return",
		escalation: {
			available: true,
			how: input.howToAskLater
		}
	};
	return {
		kind: "ask",
		retryReason: retryReason(input.denial)
	};
}
/** What is said of a denial whose review ended without a yes. `undefined` for an abort, which ends the call. */
function escalationAfterReview(answer, howToAskLater) {
	switch (answer.decision.type) {
		case "denied": return {
			available: false,
			why_not: `the ${answer.by} refused to let it run outside the sandbox: ${answer.decision.rejection}`
		};
		case "timed_out": return {
			available: true,
			how: `the review by the ${answer.by} timed out, which is no judgement of the command. To ask again: ${howToAskLater}`
		};
		case "abort": return;
		default: return assertNever(answer.decision, "review decision");
	}
}
/** Names what was blocked, from the strongest evidence. */
function retryReason({ confidence, evidence }) {
	const verb = confidence === "certain" ? "blocked" : "probably blocked";
	const [first] = evidence;
	return first === void 0 ? `the sandbox ${verb} it` : `the sandbox ${verb} ${blockedOperation(first)}`;
}
function blockedOperation(evidence) {
	const what = operationWords$1(evidence.operation);
	const target = evidence.target === void 0 ? "" : ` ${evidence.target}`;
	if (evidence.rule !== void 0) return `${what}${target}, by the policy entry ${evidence.rule}`;
	if (evidence.target === void 0 && evidence.text !== void 0) return `${what}, to judge by its output: ${evidence.text.slice(0, 300)}`;
	return `${what}${target}`;
}
function operationWords$1(operation) {
	switch (operation) {
		case "read": return "reading";
		case "write": return "writing";
		case "execute": return "executing";
		case "network": return "the network";
		case "unix_socket": return "the Unix socket";
		case "syscall": return "the system call";
		case "unknown": return "an operation";
		default: return assertNever(operation, "operation");
	}
}
function unavailable(why_not) {
	return {
		kind: "return",
		escalation: {
			available: false,
			why_not
		}
	};
}

//#endregion
//#region ../../packages/orchestrator/src/tool-contract-error.ts
/** A tool broke the rules of {@link ToolRuntime}: a bug in the tool, never the user's. */
var ToolContractError = class extends SallyportError {
	code = "TOOL_CONTRACT";
};

//#endregion
//#region ../../packages/orchestrator/src/run-attempt.ts
/**
* Runs one attempt and records it: `exec_begin` when the tool says it starts, `exec_end` when it has ended, also by an
* error.
*
* @throws ToolContractError when what the tool says of itself doesn't fit what it was told; and what the tool throws
*/
async function runAttempt(tool, request, attempt, { journal, signal }) {
	const recorder = new AttemptRecorder(attempt, journal);
	try {
		const result = await tool.run(request, attempt, {
			...signal === void 0 ? {} : { signal },
			begin: (start) => recorder.begin(start),
			emit: (event) => recorder.emit(event)
		});
		recorder.check(result);
		recorder.end(result.record, result.output);
		return result;
	} catch (error) {
		recorder.fail(isAbortOf(signal, error) ? "aborted" : "failed_to_start");
		throw error;
	}
}
var AttemptRecorder = class {
	#attempt;
	#journal;
	#begun;
	#ended = false;
	constructor(attempt, journal) {
		this.#attempt = attempt;
		this.#journal = journal;
	}
	begin({ command, cwd, backend }) {
		const { id, sandboxRequested } = this.#attempt;
		if (this.#ended) throw new ToolContractError(`the attempt ${id} has ended and can't begin`);
		if (sandboxRequested && backend === "none") throw new ToolContractError(`the attempt ${id} was to be contained, and would have started without a sandbox`);
		const atMs = this.#journal.nowMs();
		this.#begun = {
			backend,
			atMs
		};
		const { callId } = this.#journal;
		this.#journal.emit({
			type: "exec_begin",
			id,
			callId,
			atMs,
			command: [...command],
			cwd,
			backend,
			sandboxRequested
		});
	}
	/** What comes after the end is dropped: the output that counts is in the result. */
	emit(event) {
		if (!this.#ended) this.#journal.emit(event);
	}
	check({ kind, record }) {
		const { id, sandboxRequested } = this.#attempt;
		const broken = (what) => new ToolContractError(`the attempt ${id}: ${what}`);
		if (record.id !== id) throw broken(`its record is that of ${record.id}`);
		if (record.status !== kind) throw broken(`its record says ${record.status}, its result ${kind}`);
		if (record.sandboxRequested !== sandboxRequested) throw broken("its record claims another containment than was asked for");
		if (this.#begun !== void 0 && record.backend !== this.#begun.backend) throw broken(`it began under ${this.#begun.backend}, its record says ${record.backend}`);
		if (this.#begun === void 0 && kind !== "failed_to_start" && kind !== "aborted") throw broken("it ran without having said that it begins");
	}
	end(record, output) {
		this.#ended = true;
		this.#journal.add(record, output);
		if (this.#begun === void 0) return;
		const { callId } = this.#journal;
		this.#journal.emit({
			type: "exec_end",
			id: record.id,
			callId,
			atMs: this.#journal.nowMs(),
			attempt: record
		});
	}
	/** Ends it for a tool that threw, so that no beginning stays without an end. */
	fail(status) {
		if (this.#ended) return;
		if (this.#begun === void 0) {
			this.#ended = true;
			return;
		}
		const { backend, atMs } = this.#begun;
		this.end({
			id: this.#attempt.id,
			backend,
			sandboxRequested: this.#attempt.sandboxRequested,
			startedAtMs: atMs,
			durationMs: Math.max(0, this.#journal.nowMs() - atMs),
			status
		});
	}
};

//#endregion
//#region ../../packages/orchestrator/src/orchestrate.ts
/**
* Runs one request of a tool through both doors and resolves to what became of it.
*
* An approval permits the one attempt it was given for. Thus a denial is asked about again, whatever was approved
* before, and nothing runs outside the sandbox but with a yes to exactly that attempt or by rules of the user's.
* A refused or impossible retry leaves the denial and its output as they were.
*
* A `SallyportError` that the tool throws becomes `failed_to_start` with its code. Any other error is a bug: the
* outcome event says `failed_to_start` with code `INTERNAL_ERROR`, and the error is thrown again.
*/
async function orchestrate(tool, request, context) {
	const journal = new CallJournal(context);
	let outcome;
	try {
		outcome = await pursue(tool, request, context, journal);
	} catch (error) {
		const ended = outcomeOfError(error, journal, context.signal);
		journal.close(ended.outcome);
		if (ended.isBug) throw error;
		return ended.outcome;
	}
	journal.close(outcome);
	return outcome;
}
async function pursue(tool, request, context, journal) {
	const { signal } = context;
	if (isAborted(signal)) return abortedBy(signal, journal);
	const requirement = requirementFor(tool, request, context);
	if (requirement.kind === "forbidden") return {
		kind: "forbidden",
		reason: requirement.reason,
		rule: requirement.rule
	};
	const sandboxPermissions = tool.sandboxPermissions(request);
	const containment = (approved) => firstContainment({
		policy: context.policy,
		requirement,
		approved,
		sandboxPermissions,
		sandboxPreference: tool.sandboxPreference
	});
	let approved = false;
	if (requirement.kind === "needs_approval") {
		const change = changeWords(containment(true), { sandboxPermissions });
		const refusal = outcomeOfReview(await requestApproval(tool.approvalAction(request, {}), {
			...reviewSurroundings(context, journal),
			...requirement.reason === void 0 ? {} : { reason: requirement.reason },
			change
		}), requirement.reason, context, journal);
		if (refusal !== void 0) return refusal;
		approved = true;
	}
	if (isAborted(signal)) return abortedBy(signal, journal);
	const { sandboxRequested, escalated, warning } = containment(approved);
	if (warning !== void 0) journal.warn(warning);
	const first = await runAttempt(tool, request, {
		id: attemptId(context.callId, "first"),
		sandboxRequested,
		policy: context.policy,
		escalated
	}, {
		journal,
		signal
	});
	if (first.kind !== "sandbox_denied") return outcomeOfResult(first, journal);
	return pursueDenial(tool, request, context, journal, {
		first,
		sandboxRequested
	});
}
/** After a denial: the retry's outcome, or the denial itself with what can be done about it. */
async function pursueDenial(tool, request, context, journal, { first, sandboxRequested }) {
	const { signal, howToAskLater = HOW_TO_ASK_LATER } = context;
	const denied = (escalation) => outcomeOfResult(first, journal, escalation);
	if (isAborted(signal)) return abortedBy(signal, journal);
	const next = afterDenial({
		ask: context.ask,
		escalateOnFailure: tool.escalateOnFailure,
		hasDeniedReads: context.policy.hasDeniedReads,
		sandboxRequested,
		denial: first.denial,
		exitCode: first.exitCode,
		howToAskLater
	});
	if (next.kind === "return") return denied(next.escalation);
	const { retryReason } = next;
	const review = await requestApproval(tool.approvalAction(request, { retryReason }), {
		...reviewSurroundings(context, journal),
		retryReason,
		change: changeOfRetry
	});
	if (review.kind === "no_reviewer") return denied({
		available: false,
		why_not: review.reason
	});
	const { by, decision } = review;
	if (decision.type !== "approved") {
		const escalation = escalationAfterReview({
			by,
			decision
		}, howToAskLater);
		return escalation === void 0 ? abortedAtReview(by, context, journal) : denied(escalation);
	}
	if (isAborted(signal)) return abortedBy(signal, journal);
	return outcomeOfResult(await runAttempt(tool, request, {
		id: attemptId(context.callId, "retry"),
		sandboxRequested: false,
		policy: context.policy,
		escalated: true
	}, {
		journal,
		signal
	}), journal);
}
const HOW_TO_ASK_LATER = "make the same call again with sandboxPermissions = require_escalated and a justification";
/**
* The request's own requirement, else the default one. A tool that can't be contained needs an approval on top, unless
* rules let it out: otherwise a skip would run it without the containment that the policy wants.
*/
function requirementFor(tool, request, { ask, policy }) {
	const requirement = tool.requirement(request, {
		ask,
		policy
	}) ?? defaultRequirement({
		ask,
		fileSystemKind: policy.fileSystemKind
	});
	if (requirement.kind === "forbidden" || tool.sandboxPreference === "auto" || !wantsContainment(policy)) return requirement;
	if (policy.hasDeniedReads) return {
		kind: "forbidden",
		reason: "this tool can't run inside the sandbox, and nothing may run outside it",
		rule: "denied reads: only the sandbox enforces them"
	};
	if (requirement.kind === "needs_approval" || requirement.bypassSandbox) return requirement;
	const reason = "this tool can't run inside the sandbox";
	const review = denialReview(ask);
	return review.ask ? {
		kind: "needs_approval",
		reason
	} : {
		kind: "forbidden",
		reason,
		rule: review.why_not
	};
}
function reviewSurroundings(context, journal) {
	return {
		callId: context.callId,
		routes: context.routes,
		emit: journal.emit,
		clock: context.clock,
		...context.signal === void 0 ? {} : { signal: context.signal }
	};
}
/** The outcome of a review before the first attempt that was no yes; `undefined` for a yes. */
function outcomeOfReview(review, reason, context, journal) {
	if (review.kind === "no_reviewer") return {
		kind: "forbidden",
		reason: `it needs an approval${reason === void 0 ? "" : ` (${reason})`}, and ${review.reason}`,
		rule: "no reviewer: what nobody can be asked about is not run"
	};
	const { by, decision } = review;
	switch (decision.type) {
		case "approved": return;
		case "denied": return {
			kind: "rejected",
			by,
			reason: decision.rejection
		};
		case "timed_out": return {
			kind: "rejected",
			by,
			reason: "the review timed out, which is no judgement of the command: the same call may be made again"
		};
		case "abort": return abortedAtReview(by, context, journal);
		default: return assertNever(decision, "review decision");
	}
}
function abortedAtReview(by, { signal }, journal) {
	return isAborted(signal) ? abortedBy(signal, journal) : outcomeOfAbort(`the ${by} ended the call at the review`, journal);
}
function abortedBy(signal, journal) {
	return outcomeOfAbort(abortReason(signal), journal);
}
function isAborted(signal) {
	return signal?.aborted === true;
}

//#endregion
//#region ../../packages/tools/src/run-exec.ts
/**
* Runs one command through approval, sandbox, attempt and, after a denial, approval and retry. Resolves to what became of
* it, which is also the last event of the sink.
* Rejects only with an error in Sallyport itself, or one that the sink threw.
*/
function runExec(request, context) {
	const { settings, reviewers, sink, signal, howToAskLater } = context;
	return orchestrate(createExecRuntime(settings, sink), request, {
		callId: request.callId,
		ask: settings.ask,
		policy: settings.policy,
		routes: reviewers,
		emit: (event) => sink.emit(event),
		clock: systemClock,
		...signal === void 0 ? {} : { signal },
		...howToAskLater === void 0 ? {} : { howToAskLater }
	});
}

//#endregion
//#region src/cli-error.ts
/** Bad input on the command line or in a configuration: the command isn't run, the status is 125. */
var CliError = class extends SallyportError {
	code;
	constructor(code, message, options) {
		super(message, options);
		this.code = code;
	}
};

//#endregion
//#region src/absolute-path.ts
/** Brands a path that was just resolved. */
function absolutePath(path) {
	if (!(0, node_path.isAbsolute)(path) || path.includes("\0")) throw new CliError("BAD_OPTION", `not a usable path: ${JSON.stringify(path)}`);
	return path;
}

//#endregion
//#region src/call-id.ts
/**
* A new random UUID (RFC 9562, version 4), from the system's generator (random(4)). `node:crypto` has one, but to load it
* takes longer than all else before the command starts but Node itself.
*/
function newCallId() {
	const bytes = randomBytes(16);
	bytes[6] = (bytes[6] ?? 0) & 15 | 64;
	bytes[8] = (bytes[8] ?? 0) & 63 | 128;
	const hex = bytes.toString("hex");
	return [
		hex.slice(0, 8),
		hex.slice(8, 12),
		hex.slice(12, 16),
		hex.slice(16, 20),
		hex.slice(20)
	].join("-");
}
function randomBytes(count) {
	const bytes = Buffer.alloc(count);
	try {
		const fd = (0, node_fs.openSync)("/dev/urandom", "r");
		try {
			if ((0, node_fs.readSync)(fd, bytes) === count) return bytes;
		} finally {
			(0, node_fs.closeSync)(fd);
		}
	} catch {}
	return process.getBuiltinModule("node:crypto").randomBytes(count);
}

//#endregion
//#region src/visible.ts
/**
* Text from a command or a model made safe to show: control characters, escape sequences, and the invisible and
* direction-changing characters of Unicode appear as \u{…}, so that it can't forge lines of ours on a terminal.
*/
function visible(text) {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (character) => character === "	" ? " " : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

//#endregion
//#region src/client.ts
/** Output events of one call. What comes after them is only in the outcome, which keeps head and tail. */
const MAX_OUTPUT_DELTAS = 1e4;
/** Bytes in one output event. */
const MAX_DELTA_BYTES = 8 * 1024;
/**
* With `json` stdout is ours: one event a line. Without it stdout and stderr are the command's, and ours is only what
* begins with `sallyport: ` on stderr.
*
* @param onClosed called when whoever reads stdout has gone, as a shell pipeline does with SIGPIPE
*/
function clientFor({ json, onClosed }) {
	const used = /* @__PURE__ */ new Map();
	const open = (name) => {
		const known = used.get(name);
		if (known !== void 0) return known;
		const stream = process[name];
		stream.on("error", (error) => {
			if ("code" in error && error.code === "EPIPE") return onClosed("SIGPIPE");
			throw error;
		});
		used.set(name, stream);
		return stream;
	};
	const tell = (line) => open("stderr").write(`sallyport: ${line}\n`);
	const flushed = async () => {
		await Promise.all([...used.values()].map(drained));
	};
	if (!json) return {
		emit: (event) => {
			if (event.type === "warning") tell(visible(event.message));
		},
		onOutput: (stream, chunk) => write(open(stream), chunk),
		tell,
		warn: (line) => tell(visible(line)),
		flushed
	};
	const emit = (event) => write(open("stdout"), `${JSON.stringify(event)}\n`);
	let deltas = 0;
	return {
		emit: (event) => void emit(event),
		onOutput: async (stream, chunk, origin) => {
			for (let at = 0; at < chunk.byteLength && deltas < MAX_OUTPUT_DELTAS; at += MAX_DELTA_BYTES) {
				deltas += 1;
				await emit(outputDelta(stream, chunk.subarray(at, at + MAX_DELTA_BYTES), origin));
			}
		},
		tell,
		warn: (message) => void emit({
			type: "warning",
			atMs: Date.now(),
			message
		}),
		flushed
	};
}
function outputDelta(stream, bytes, origin) {
	const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
	return {
		type: "exec_output_delta",
		id: origin.attemptId,
		callId: origin.callId,
		stream,
		chunk
	};
}
/** Waits for the reader where it's slower than the command, so that nothing piles up in memory. */
function write(stream, data) {
	if (stream.write(data) || !stream.writable) return;
	return drained(stream);
}
function drained(stream) {
	if (!stream.writable || stream.writableLength === 0) return Promise.resolve();
	return new Promise((resolve) => {
		const done = () => {
			stream.off("drain", done);
			stream.off("close", done);
			stream.off("error", done);
			resolve();
		};
		stream.on("drain", done);
		stream.on("close", done);
		stream.on("error", done);
	});
}

//#endregion
//#region src/describe-outcome.ts
/**
* What a person is told of an outcome on stderr, line by line; nothing where the command's own output says it all.
* The command's output itself was passed on already, unchanged.
*/
function describeOutcome(outcome) {
	switch (outcome.kind) {
		case "completed": return [];
		case "sandbox_denied": return describeDenial(outcome.denial, outcome.exitCode);
		case "rejected": return [`not run: rejected by the ${outcome.by}: ${visible(outcome.reason)}`];
		case "forbidden": return [`not run: forbidden: ${visible(outcome.reason)} (${visible(outcome.rule)})`];
		case "aborted": return [`aborted: ${visible(outcome.reason)}`];
		case "timed_out": return [`timed out: ${visible(outcome.reason)}`];
		case "failed_to_start": return [`not run: ${visible(outcome.reason)}`];
		default: return assertNever(outcome, "outcome");
	}
}
/**
* Says who blocked what by which rule, and that this proves nothing about the target outside: a reader, human or
* model, must not take a containment for a broken disk, service or network.
*/
function describeDenial(denial, exitCode) {
	const verb = denial.confidence === "certain" ? "blocked" : "probably blocked";
	const status = exitCode === 0 ? ", though it ended with status 0" : "";
	return [
		`the sandbox (${denial.backend}) ${verb} this command${status}:`,
		...denial.evidence.map((evidence) => `  - ${describeEvidence(evidence)}`),
		`  This was the sandbox, not the target: ${outsideWords(denial.outside)}`,
		denial.escalation.available ? `  To go on: ${visible(denial.escalation.how)}` : `  It can't be put to approval here: ${visible(denial.escalation.why_not)}`
	];
}
function describeEvidence(evidence) {
	const target = evidence.target === void 0 ? "" : ` ${visible(evidence.target)}`;
	const rule = evidence.rule === void 0 ? "" : `, by the policy entry ${visible(evidence.rule)}`;
	const what = `${operationWords(evidence.operation)}${target}${rule}`;
	return evidence.source === "keyword" && evidence.text !== void 0 ? `${what}, to judge by its output: ${visible(evidence.text)}` : what;
}
function operationWords(operation) {
	switch (operation) {
		case "read": return "reading";
		case "write": return "writing";
		case "execute": return "executing";
		case "network": return "the network";
		case "unix_socket": return "the Unix socket";
		case "syscall": return "the system call";
		case "unknown": return "an operation";
		default: return assertNever(operation, "operation");
	}
}
function outsideWords(outside) {
	switch (outside) {
		case "would_likely_succeed": return "outside the sandbox this user could do it.";
		case "would_likely_fail": return "outside the sandbox it would likely fail too.";
		case "unknown": return "it says nothing about whether the target is there or works outside the sandbox.";
		default: return assertNever(outside, "outside");
	}
}

//#endregion
//#region src/exit-status.ts
/** The command never ran: rejected, forbidden, can't be sandboxed, bad input. As `env`, `timeout` and `docker run` use it. */
const NEVER_RAN = 125;
/** The time-out ended the command, as `timeout` reports it. */
const TIMED_OUT = 124;
/** The status that a shell reports for a process ended by this signal. */
function signalStatus(signal) {
	return 128 + node_os.constants.signals[signal];
}
/**
* The exit status of `exec` and `sandbox`: the command's own where there is one. A denial keeps it.
*
* @param interruptedBy the signal that made the CLI end the call, if one did
*/
function exitStatus(outcome, interruptedBy) {
	switch (outcome.kind) {
		case "completed":
		case "sandbox_denied": return outcome.exitCode;
		case "timed_out": return TIMED_OUT;
		case "aborted": return interruptedBy === void 0 ? 125 : signalStatus(interruptedBy);
		case "failed_to_start": return outcome.exitCode ?? 125;
		case "rejected":
		case "forbidden": return 125;
		default: return assertNever(outcome, "outcome");
	}
}

//#endregion
//#region src/sallyport-home.ts
/** Where the user's configuration and Sallyport's own state live: `$SALLYPORT_HOME`, default `~/.sallyport`. No sandbox may write it. */
function sallyportHome(env = process.env) {
	const configured = env["SALLYPORT_HOME"];
	return configured === void 0 || configured === "" ? (0, node_path.join)((0, node_os.homedir)(), ".sallyport") : (0, node_path.resolve)(configured);
}

//#endregion
//#region src/own-paths.ts
/**
* What no sandbox may write, even where it lies below a writable folder: the user's configuration and our state (a
* changed policy or compile cache would take effect outside the sandbox at the next start), and the CLI's own code.
*/
function ownPaths() {
	const installed = [
		"../bin",
		"../dist",
		"../native"
	].map((part) => (0, node_url.fileURLToPath)(new URL(part, require("url").pathToFileURL(__filename).href)));
	return [sallyportHome(), ...installed.filter((path) => (0, node_fs.existsSync)(path))];
}

//#endregion
//#region src/report-file.ts
/**
* The file of `--report`, opened before the command runs and written through that descriptor afterwards: a command
* that swaps the file or its folder for a symlink meanwhile can't make us write somewhere else. A symlink that is
* there beforehand may have been put there by an earlier command and is refused for the same reason.
*/
var ReportFile = class {
	#file;
	#descriptor;
	/** @throws CliError when the file can't be opened for writing */
	constructor(file) {
		this.#file = file;
		try {
			this.#descriptor = (0, node_fs.openSync)(file, node_fs.constants.O_WRONLY | node_fs.constants.O_CREAT | node_fs.constants.O_NOFOLLOW | node_fs.constants.O_NONBLOCK, 420);
		} catch (error) {
			const code = error instanceof Error && "code" in error ? String(error.code) : "error";
			throw new CliError("BAD_REPORT_FILE", `--report: ${file} can't be opened for writing (${code === "ELOOP" ? "it is a symlink" : code})`, { cause: error });
		}
	}
	/** @throws CliError when the disk doesn't take it */
	write(outcome) {
		try {
			ftruncateIfFile(this.#descriptor);
			(0, node_fs.writeFileSync)(this.#descriptor, `${JSON.stringify(outcome)}\n`);
		} catch (error) {
			throw new CliError("BAD_REPORT_FILE", `--report: ${this.#file} can't be written: ${String(error)}`, { cause: error });
		}
	}
	[Symbol.dispose]() {
		(0, node_fs.closeSync)(this.#descriptor);
	}
};
/** A pipe or device has no length: EINVAL. */
function ftruncateIfFile(descriptor) {
	try {
		(0, node_fs.ftruncateSync)(descriptor, 0);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EINVAL")) throw error;
	}
}

//#endregion
//#region src/settings.ts
/**
* Resolves what a command runs under. Without a configuration file it reads two folder entries and loads no schema.
*
* @throws CliError for a folder, option or configuration that can't be used
*/
async function resolveSettings(options, env = process.env) {
	const cwd = workingDirectory(options.cd);
	const { configuration, warnings } = await readConfiguration(cwd, options.config ?? [], env);
	const source = policySource(options, configuration, cwd);
	const policy = resolvePolicy(source, {
		cwd,
		...env["TMPDIR"] ? { tmpdir: env["TMPDIR"] } : {}
	});
	const ask = options.ask ?? configuration.approval_policy ?? "on-request";
	return {
		cwd,
		policy,
		source,
		ask: ask === "on-failure" ? "on-request" : ask,
		warnings: [...warnings, ...policy.warnings]
	};
}
function workingDirectory(given) {
	const path = (0, node_path.resolve)(given ?? ".");
	if (path.includes("\0")) throw new CliError("BAD_WORKING_DIRECTORY", `--cd: a path can't contain a NUL byte`);
	const stat = (0, node_fs.statSync)(path, { throwIfNoEntry: false });
	if (stat === void 0) throw new CliError("BAD_WORKING_DIRECTORY", `--cd: there is no folder ${path}`);
	if (!stat.isDirectory()) throw new CliError("BAD_WORKING_DIRECTORY", `--cd: ${path} is not a folder`);
	return (0, node_fs.realpathSync)(path);
}
async function readConfiguration(cwd, overrides, env) {
	const userFile = (0, node_path.join)(sallyportHome(env), "config.toml");
	const projectFile = (0, node_path.join)(cwd, ".sallyport", "config.toml");
	const userText = readIfPresent(userFile);
	const projectText = projectFile === userFile ? void 0 : readIfPresent(projectFile);
	if (userText === void 0 && projectText === void 0 && overrides.length === 0) return {
		configuration: {},
		warnings: []
	};
	const { loadConfiguration } = await Promise.resolve().then(() => require("./configuration-X08prQJ3.cjs"));
	return loadConfiguration({
		cwd,
		user: {
			file: userFile,
			text: userText
		},
		project: {
			file: projectFile,
			text: projectText
		},
		overrides
	});
}
function readIfPresent(file) {
	try {
		return (0, node_fs.readFileSync)(file, "utf8");
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : void 0;
		if (code === "ENOENT" || code === "ENOTDIR") return void 0;
		throw new CliError("BAD_CONFIG", `${file} can't be read (${String(code)}): mend or remove it`, { cause: error });
	}
}
function policySource(options, configuration, cwd) {
	const named = options.permissions ?? (options.sandbox === void 0 ? configuration.default_permissions : void 0);
	if (named !== void 0 && configuration.sandbox_mode !== void 0 && options.permissions === void 0) throw new CliError("BAD_CONFIG", "the configuration has both sandbox_mode and default_permissions: keep one of them, or choose with --sandbox or --permissions");
	if (named !== void 0) return namedProfile(named, options, configuration);
	const mode = options.sandbox ?? configuration.sandbox_mode ?? "workspace-write";
	const addDirs = (options.addDir ?? []).map((dir) => absolutePath(addedDirectory(dir)));
	if (mode !== "workspace-write" && addDirs.length > 0) throw new CliError("BAD_OPTION", `--add-dir only works with --sandbox workspace-write, not with ${mode}`);
	if (mode === "danger-full-access") {
		if (options.network === false) throw new CliError("BAD_OPTION", "--no-network: danger-full-access has no sandbox that could block the network");
		return policyForMode(mode);
	}
	if (mode === "read-only") return policyForMode(mode, { network: options.network ?? false });
	const section = configuration.sandbox_workspace_write ?? {};
	return {
		type: "workspace-write",
		writable_roots: [...(section.writable_roots ?? []).map((root) => absolutePath((0, node_path.resolve)(cwd, root))), ...addDirs],
		network_access: options.network ?? section.network_access ?? false,
		exclude_tmpdir_env_var: section.exclude_tmpdir_env_var ?? false,
		exclude_slash_tmp: section.exclude_slash_tmp ?? false
	};
}
/** A folder the user names must be there: a grant that is dropped silently shows up as a puzzling denial later. */
function addedDirectory(dir) {
	const path = (0, node_path.resolve)(dir);
	if (!(0, node_fs.statSync)(path, { throwIfNoEntry: false })?.isDirectory()) throw new CliError("BAD_OPTION", `--add-dir: there is no folder ${path}`);
	return (0, node_fs.realpathSync)(path);
}
/** The profiles that need no configuration, as their legacy equivalents. */
const builtInProfiles = {
	":read-only": "read-only",
	":workspace": "workspace-write",
	":danger-full-access": "danger-full-access"
};
function namedProfile(name, options, configuration) {
	if (options.addDir !== void 0 || options.network !== void 0) throw new CliError("BAD_OPTION", `--add-dir and --network change a --sandbox mode: put them into the profile "${name}" instead`);
	const builtIn = builtInProfiles[name];
	if (builtIn !== void 0) return policyForMode(builtIn);
	const profile = configuration.permissions?.[name];
	if (profile === void 0) throw new CliError("BAD_OPTION", `there is no permission profile "${name}": known are ${[...Object.keys(builtInProfiles), ...Object.keys(configuration.permissions ?? {})].join(", ")}`);
	return profile;
}

//#endregion
//#region src/terminal.ts
/**
* Asks the user where there is one: on a terminal, that is with stdin and stderr on one. The prompt's code and
* `process.stdin` are only touched when there is something to ask, so that the command has the terminal until then.
*/
function terminalReviewer() {
	return {
		by: "user",
		isAvailable: () => (0, node_tty.isatty)(0) && (0, node_tty.isatty)(2),
		async review(request, options) {
			const { createTerminalReviewer } = await Promise.resolve().then(() => require("./prompt-Cnryu_A7.cjs"));
			return createTerminalReviewer({
				input: process.stdin,
				output: process.stderr
			}).review(request, options);
		}
	};
}

//#endregion
//#region src/exec.ts
/** `sallyport exec`: one command through both doors. Resolves to the exit status. */
async function runExecCommand(command, options) {
	if (options.justification !== void 0 && options.escalate !== true) throw new CliError("BAD_OPTION", "--justification says why for --escalate: give both or neither");
	return run(command, options, {
		sandboxPermissions: options.escalate === true ? "require_escalated" : "use_default",
		...options.justification === void 0 ? {} : { justification: options.justification }
	});
}
/** `sallyport sandbox`: the second door alone. Nobody is asked, so nothing can be run twice or without containment. */
async function runSandboxCommand(command, options) {
	return run(command, {
		...options,
		ask: "never"
	}, { sandboxPermissions: "use_default" });
}
async function run(command, options, permissions) {
	try {
		var _usingCtx$1 = _usingCtx();
		const argv = argumentVector(command, options.shell);
		const settings = await resolveSettings(options);
		const report = _usingCtx$1.u(options.report === void 0 ? void 0 : new ReportFile(options.report));
		const interruption = _usingCtx$1.u(new Interruption());
		const client = clientFor({
			json: options.json === true,
			onClosed: (signal) => interruption.abort(signal)
		});
		for (const warning of settings.warnings) client.warn(warning);
		const outcome = await runExec(requestFor(argv, settings, options, permissions), {
			settings: {
				policy: settings.policy,
				ask: settings.ask,
				protectedPaths: ownPaths()
			},
			reviewers: [terminalReviewer()],
			howToAskLater: "run it again on a terminal with --escalate, which asks before it starts",
			sink: client,
			signal: interruption.signal
		});
		report?.write(outcome);
		for (const line of describeOutcome(outcome)) client.tell(line);
		await client.flushed();
		return interruption.by === "SIGPIPE" ? signalStatus("SIGPIPE") : exitStatus(outcome, interruption.by);
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		_usingCtx$1.d();
	}
}
function argumentVector(command, shell) {
	const [file, ...args] = command;
	if (shell !== void 0) {
		if (file !== void 0) throw new CliError("BAD_OPTION", "give either -c TEXT or a command, not both");
		if (shell.trim() === "") throw new CliError("BAD_OPTION", "-c: the shell text is empty");
		return [
			"sh",
			"-c",
			shell
		];
	}
	if (file === void 0 || file === "") throw new CliError("BAD_OPTION", "there is no command: give one after `--`, or shell text with -c 'TEXT'");
	return [file, ...args];
}
function requestFor(command, settings, options, permissions) {
	return {
		callId: newCallId(),
		command,
		cwd: absolutePath(settings.cwd),
		env: definedOnly(process.env),
		stdin: "inherit",
		...permissions,
		...options.tty === true ? { tty: terminalSize() } : {},
		...options.timeout === void 0 ? {} : { timeoutMs: options.timeout }
	};
}
/** Ours where we have one, else that of a VT100. */
function terminalSize() {
	return (0, node_tty.isatty)(1) ? {
		cols: process.stdout.columns,
		rows: process.stdout.rows
	} : {
		cols: 80,
		rows: 24
	};
}
function definedOnly(env) {
	const defined = {};
	for (const [name, value] of Object.entries(env)) if (value !== void 0) defined[name] = value;
	return defined;
}
/** The signals that end the CLI end the call first: its processes, its mount points and its terminal state. */
var Interruption = class Interruption {
	static #signals = [
		"SIGINT",
		"SIGTERM",
		"SIGHUP"
	];
	#controller = new AbortController();
	#listeners = /* @__PURE__ */ new Map();
	/** The first signal that came. */
	by;
	constructor() {
		for (const signal of Interruption.#signals) {
			const listener = () => this.abort(signal);
			this.#listeners.set(signal, listener);
			process.on(signal, listener);
		}
	}
	get signal() {
		return this.#controller.signal;
	}
	abort(by) {
		this.by ??= by;
		this.#controller.abort(/* @__PURE__ */ new Error(`ended by ${by}`));
	}
	[Symbol.dispose]() {
		for (const [signal, listener] of this.#listeners) process.off(signal, listener);
	}
};

//#endregion
//#region src/parse-milliseconds.ts
/** A time limit as it's typed; `undefined` when it isn't one. A timer of Node takes 2^31 - 1 at the most, and treats more as 1. */
function parseMilliseconds(text) {
	const value = Number(text);
	return Number.isInteger(value) && value >= 1 && value <= 2147483647 ? value : void 0;
}

//#endregion
//#region src/quick-parse.ts
/**
* Reads a command line that has nothing unusual in it: options in their full forms, each with its value after it, then
* the command. `undefined` for everything else, right or wrong: that is read by `command-line.ts`, which says what is
* wrong. Where both read a line they read the same; a test holds them against each other.
*/
function quickParse(args) {
	const [name, ...rest] = args;
	if (name !== "exec" && name !== "sandbox") return void 0;
	const options = {};
	for (let at = 0; at < rest.length; at += 1) {
		const arg = rest[at] ?? "";
		if (arg === "--") return finish(name, rest.slice(at + 1), options);
		if (!arg.startsWith("-")) {
			const command = rest.slice(at);
			return command.includes("--") ? void 0 : finish(name, command, options);
		}
		if (setFlag(options, arg, name)) continue;
		at += 1;
		const value = rest[at];
		if (value === void 0 || !setValue(options, arg, value, name)) return void 0;
	}
	return finish(name, [], options);
}
function finish(name, command, options) {
	if (options.sandbox !== void 0 && options.permissions !== void 0) return void 0;
	return {
		name,
		command,
		options
	};
}
function setFlag(options, flag, name) {
	switch (flag) {
		case "--network":
			options.network = true;
			return true;
		case "--no-network":
			options.network = false;
			return true;
		case "-t":
		case "--tty":
			options.tty = true;
			return true;
		case "--json":
			options.json = true;
			return true;
		case "--escalate":
			if (name === "exec") options.escalate = true;
			return name === "exec";
		default: return false;
	}
}
/** Returns whether it is such an option and the value is one of its values. */
function setValue(options, option, value, name) {
	switch (option) {
		case "-C":
		case "--cd":
			options.cd = value;
			return true;
		case "-s":
		case "--sandbox":
			if (value !== "read-only" && value !== "workspace-write" && value !== "danger-full-access") return false;
			options.sandbox = value;
			return true;
		case "-P":
		case "--permissions":
			options.permissions = value;
			return true;
		case "--add-dir":
			options.addDir = [...options.addDir ?? [], value];
			return true;
		case "--config":
			options.config = [...options.config ?? [], value];
			return true;
		case "-c":
		case "--shell":
			options.shell = value;
			return true;
		case "--report":
			options.report = value;
			return true;
		case "--timeout": {
			const timeout = parseMilliseconds(value);
			if (timeout !== void 0) options.timeout = timeout;
			return timeout !== void 0;
		}
		case "-a":
		case "--ask":
			if (name !== "exec") return false;
			if (value !== "untrusted" && value !== "on-request" && value !== "never" && value !== "on-failure") return false;
			options.ask = value;
			return true;
		case "--justification":
			if (name === "exec") options.justification = value;
			return name === "exec";
		default: return false;
	}
}

//#endregion
Object.defineProperty(exports, 'CliError', {
  enumerable: true,
  get: function () {
    return CliError;
  }
});
Object.defineProperty(exports, 'MAX_DISCARDED_INPUT', {
  enumerable: true,
  get: function () {
    return MAX_DISCARDED_INPUT;
  }
});
Object.defineProperty(exports, 'MAX_SHOWN_COMMAND', {
  enumerable: true,
  get: function () {
    return MAX_SHOWN_COMMAND;
  }
});
Object.defineProperty(exports, 'MAX_SHOWN_TEXT', {
  enumerable: true,
  get: function () {
    return MAX_SHOWN_TEXT;
  }
});
Object.defineProperty(exports, 'SpawnError', {
  enumerable: true,
  get: function () {
    return SpawnError;
  }
});
Object.defineProperty(exports, 'absolutePath', {
  enumerable: true,
  get: function () {
    return absolutePath;
  }
});
Object.defineProperty(exports, 'assertNever', {
  enumerable: true,
  get: function () {
    return assertNever;
  }
});
Object.defineProperty(exports, 'compileBubblewrapPlan', {
  enumerable: true,
  get: function () {
    return compileBubblewrapPlan;
  }
});
Object.defineProperty(exports, 'compileLandlockPlan', {
  enumerable: true,
  get: function () {
    return compileLandlockPlan;
  }
});
Object.defineProperty(exports, 'compileSeccompProgram', {
  enumerable: true,
  get: function () {
    return compileSeccompProgram;
  }
});
Object.defineProperty(exports, 'descendantsOf', {
  enumerable: true,
  get: function () {
    return descendantsOf;
  }
});
Object.defineProperty(exports, 'isSallyportError', {
  enumerable: true,
  get: function () {
    return isSallyportError;
  }
});
Object.defineProperty(exports, 'parseMilliseconds', {
  enumerable: true,
  get: function () {
    return parseMilliseconds;
  }
});
Object.defineProperty(exports, 'quickParse', {
  enumerable: true,
  get: function () {
    return quickParse;
  }
});
Object.defineProperty(exports, 'resolveSettings', {
  enumerable: true,
  get: function () {
    return resolveSettings;
  }
});
Object.defineProperty(exports, 'runExecCommand', {
  enumerable: true,
  get: function () {
    return runExecCommand;
  }
});
Object.defineProperty(exports, 'runSandboxCommand', {
  enumerable: true,
  get: function () {
    return runSandboxCommand;
  }
});
Object.defineProperty(exports, 'src_exports', {
  enumerable: true,
  get: function () {
    return src_exports;
  }
});
Object.defineProperty(exports, 'visible', {
  enumerable: true,
  get: function () {
    return visible;
  }
});
Object.defineProperty(exports, 'visibleCommand', {
  enumerable: true,
  get: function () {
    return visibleCommand;
  }
});
Object.defineProperty(exports, 'visibleText', {
  enumerable: true,
  get: function () {
    return visibleText;
  }
});