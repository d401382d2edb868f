const require_rolldown_runtime = require('./rolldown-runtime-DhRxs64U.cjs');
const require_exec = require('./exec-DUETmFYx.cjs');
let node_fs = require("node:fs");
let node_os = require("node:os");
let node_crypto = require("node:crypto");
let _lydell_node_pty = require("@lydell/node-pty");
let node_string_decoder = require("node:string_decoder");

//#region ../../packages/unified-exec/src/start/end-mark.ts
/** Finds the mark and the exit status that follow a command's last output, wherever reads cut them. */
var EndMark = class {
	#mark;
	#held = Buffer.alloc(0);
	#isOver = false;
	constructor(mark) {
		this.#mark = Buffer.from(mark);
	}
	/** The output in a chunk, and the exit code once it's known. What comes after that is nobody's. */
	read(chunk) {
		const nothing = Buffer.alloc(0);
		if (this.#isOver) return { output: nothing };
		const bytes = this.#held.byteLength === 0 ? chunk : Buffer.concat([this.#held, chunk]);
		const at = bytes.indexOf(this.#mark);
		if (at === -1) {
			const kept = this.#beginningAtEnd(bytes);
			this.#held = Buffer.from(bytes.subarray(bytes.byteLength - kept));
			return { output: bytes.subarray(0, bytes.byteLength - kept) };
		}
		const output = bytes.subarray(0, at);
		const status = /^(\d+);/.exec(bytes.toString("latin1", at + this.#mark.byteLength))?.[1];
		if (status === void 0) {
			this.#held = Buffer.from(bytes.subarray(at));
			return { output };
		}
		this.#isOver = true;
		return {
			output,
			exitCode: Number(status)
		};
	}
	/** How many bytes at the end may be the beginning of the mark. */
	#beginningAtEnd(bytes) {
		for (let length = Math.min(this.#mark.byteLength - 1, bytes.byteLength); length > 0; length -= 1) if (bytes.subarray(bytes.byteLength - length).equals(this.#mark.subarray(0, length))) return length;
		return 0;
	}
};

//#endregion
//#region ../../packages/unified-exec/src/start/forward-stdin.ts
/**
* Types this process's standard input into a terminal. Where it is a terminal itself it becomes raw, so that keys such
* as Ctrl-C reach the process instead of us, and changes of its size are passed on.
*
* @returns what puts everything back
*/
function forwardStdin(pty) {
	const { stdin, stdout } = process;
	const decoder = new node_string_decoder.StringDecoder("utf8");
	const onData = (chunk) => pty.write(typeof chunk === "string" ? chunk : decoder.write(chunk));
	const onEnd = () => pty.write("");
	const onError = () => {};
	const onResize = () => {
		if (stdout.columns > 0 && stdout.rows > 0) pty.resize(stdout.columns, stdout.rows);
	};
	const wasRaw = stdin.isTTY && stdin.isRaw;
	if (stdin.isTTY) stdin.setRawMode(true);
	stdin.on("data", onData);
	stdin.on("end", onEnd);
	stdin.on("error", onError);
	if (stdout.isTTY) stdout.on("resize", onResize);
	return () => {
		stdin.off("data", onData);
		stdin.off("end", onEnd);
		stdin.off("error", onError);
		stdin.pause();
		stdout.off("resize", onResize);
		if (stdin.isTTY) stdin.setRawMode(wasRaw);
	};
}

//#endregion
//#region ../../packages/unified-exec/src/start/unnamed-files.ts
/** dash(1) takes descriptors of one digit. */
const HIGHEST_FD = 9;
/**
* Files without a name (O_TMPFILE, open(2)) that a shell opens as descriptors through proc(5): no other process can
* open them but through this one's /proc entry, which a sandbox doesn't see.
*/
var UnnamedFiles = class {
	#files = [];
	/** Shell text that opens a file as descriptor `number` of a command. */
	redirection(fd, number) {
		if (number > HIGHEST_FD) throw new Error(`on a terminal a process has no descriptor ${number}: ${HIGHEST_FD} is the highest`);
		const file = {
			fd: openUnnamed(),
			output: fd.kind === "output" ? fd : void 0,
			read: 0
		};
		this.#files.push(file);
		const path = `/proc/${process.pid}/fd/${file.fd}`;
		if (fd.kind === "input") {
			for (let at = 0; at < fd.data.byteLength;) at += (0, node_fs.writeSync)(file.fd, fd.data, at);
			return `${number}<${path}`;
		}
		file.watcher = (0, node_fs.watch)(path, { persistent: false }, () => this.readOutputs());
		return `${number}>>${path}`;
	}
	/** Hands on what was written since the last time. */
	readOutputs() {
		const buffer = Buffer.alloc(64 * 1024);
		for (const file of this.#files) for (let count = 1; file.output !== void 0 && count > 0;) {
			count = (0, node_fs.readSync)(file.fd, buffer, 0, buffer.byteLength, file.read);
			file.read += count;
			if (count > 0) file.output.onData(Buffer.from(buffer.subarray(0, count)));
		}
	}
	close() {
		for (const { fd, watcher } of this.#files.splice(0)) {
			watcher?.close();
			(0, node_fs.closeSync)(fd);
		}
	}
};
function openUnnamed() {
	const O_TMPFILE = 4194304 | node_fs.constants.O_DIRECTORY;
	let failure;
	for (const folder of [
		(0, node_os.tmpdir)(),
		"/dev/shm",
		"/tmp"
	]) try {
		return (0, node_fs.openSync)(folder, node_fs.constants.O_RDWR | O_TMPFILE, 384);
	} catch (error) {
		failure = error;
	}
	throw failure;
}

//#endregion
//#region ../../packages/unified-exec/src/start/start-on-terminal.ts
/** What standard input from nowhere is on a terminal: the end-of-file character. */
const END_OF_FILE = "";
/**
* Starts a process on a terminal. All output is `stdout`; a signal that ends it is told as exit code 128+N.
*
* @throws {SpawnError}
*/
function startOnTerminal(spec, { cols, rows }, onChunk) {
	const files = new UnnamedFiles();
	const mark = (0, node_crypto.randomBytes)(16).toString("hex");
	let pty;
	try {
		pty = (0, _lydell_node_pty.spawn)("/bin/sh", [
			"-c",
			script(files, spec, mark),
			"sh",
			spec.file,
			...spec.args
		], {
			cols,
			rows,
			name: spec.env["TERM"] ?? "xterm-256color",
			cwd: spec.cwd,
			env: { ...spec.env },
			encoding: null
		});
	} catch (error) {
		files.close();
		throw new require_exec.SpawnError(spec.file, error);
	}
	const exited = new Promise((resolve) => {
		const endMark = new EndMark(mark);
		pty.onData((data) => {
			const { output, exitCode } = endMark.read(Buffer.isBuffer(data) ? data : Buffer.from(String(data)));
			if (output.byteLength > 0) onChunk("stdout", output);
			if (exitCode === void 0) return;
			files.readOutputs();
			resolve({
				exitCode,
				signal: void 0
			});
		});
		pty.onExit(({ exitCode }) => {
			files.readOutputs();
			resolve({
				exitCode,
				signal: void 0
			});
		});
	});
	const stopForwarding = spec.stdin === "inherit" ? forwardStdin(pty) : void 0;
	if (spec.stdin === "ignore") pty.write(END_OF_FILE);
	let pid;
	return {
		get pid() {
			pid ??= require_exec.descendantsOf(pty.pid, pty.pid).find(({ depth }) => depth === 1)?.pid;
			return pid ?? pty.pid;
		},
		session: pty.pid,
		exited,
		drained: exited.then(() => void 0),
		pause: () => pty.pause(),
		resume: () => pty.resume(),
		release() {
			stopForwarding?.();
			files.close();
			pty.kill("SIGKILL");
			pty.resume();
		}
	};
}
/**
* The shell keeps going on the signals that a terminal sends to its whole foreground group (a caught signal is the
* default again in what it starts), but not on a hang-up: when we are gone it goes, too. Its own messages ("Terminated")
* are nobody's output.
*/
function script(files, spec, mark) {
	const redirections = (spec.fds ?? []).map((fd, index) => files.redirection(fd, 3 + index));
	return `IFS= read -r mark ${files.redirection({
		kind: "input",
		data: Buffer.from(`${mark}\n`)
	}, 0)}; trap : INT QUIT; exec 2>/dev/null; (exec "$@" 2>&1 ${redirections.join(" ")}); printf '%s%d;' "$mark" $?; kill -STOP $$`;
}

//#endregion
exports.startOnTerminal = startOnTerminal;