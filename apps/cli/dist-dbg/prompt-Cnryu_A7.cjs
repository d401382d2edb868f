const require_rolldown_runtime = require('./rolldown-runtime-DhRxs64U.cjs');
const require_exec = require('./exec-DUETmFYx.cjs');
let node_fs = require("node:fs");

//#region ../../packages/approval/src/review-text.ts
/**
* The request for a person: what would run, where, why, who says so, and what a yes changes.
*
* Everything stands behind a margin of ours, wrapped here and not by the terminal: else a long argument could be
* padded until its rest begins a line of its own that looks like a line of ours.
*
* @param options.columns of the terminal; default 80, at least 40
*/
function reviewText(request, options = {}) {
	const columns = Math.max(40, options.columns ?? 80);
	const { action } = request;
	const rows = [["command", shorten(require_exec.visibleCommand(action.command), require_exec.MAX_SHOWN_COMMAND)], ["folder", ownLine(action.cwd)]];
	if (request.retryReason !== void 0) rows.push(["blocked", ownLine(request.retryReason)]);
	if (request.reason !== void 0) rows.push(["reason", ownLine(request.reason)]);
	if (action.justification !== void 0) rows.push(["claim", `"${ownLine(action.justification)}" (the requester's own words, not checked)`]);
	rows.push(["a yes", ownLine(request.change)]);
	return rows.flatMap(([label, text]) => row(label, text, columns)).join("\n");
}
const LABEL_WIDTH = 8;
function row(label, text, columns) {
	const margin = (name) => `  ${name.padEnd(LABEL_WIDTH)}| `;
	return wrap(text, columns - margin("").length - 1).map((line, index) => margin(index === 0 ? label : "") + line);
}
/** Cut into lines at most `width` columns wide. What isn't ASCII counts as two: at worst a line is too short. */
function wrap(text, width) {
	const lines = [];
	let line = "";
	let used = 0;
	for (const character of text) {
		const wide = character <= "~" ? 1 : 2;
		if (used + wide > width) {
			lines.push(line);
			line = "";
			used = 0;
		}
		line += character;
		used += wide;
	}
	return [...lines, line];
}
function ownLine(text) {
	return shorten(require_exec.visibleText(text), require_exec.MAX_SHOWN_TEXT);
}
/** Head and tail, with how much is missing between them. */
function shorten(text, limit) {
	const characters = Array.from(text);
	if (characters.length <= limit) return text;
	const half = Math.floor(limit / 2);
	const missing = characters.length - 2 * half;
	return `${characters.slice(0, half).join("")} [… ${missing} characters NOT SHOWN …] ${characters.slice(-half).join("")}`;
}

//#endregion
//#region ../../packages/approval/src/discard-typed-ahead.ts
/**
* Throws away what was typed before now. The terminal must be in raw mode already: in line mode the kernel keeps an
* unfinished line back (termios(3), canonical mode), and it would join the answer.
*
* Node can't call tcflush(3). But reading a second, non-blocking open of the terminal takes everything from the kernel's
* queue at once and can't wait, and the flag touches no descriptor of ours or of a child's.
*
* @param fd the terminal's descriptor
* @returns the bytes thrown away, or `undefined` where the terminal can't be opened again
*/
function discardTypedAhead(fd) {
	const terminal = openAgain(fd);
	if (terminal === void 0) return void 0;
	try {
		const buffer = new Uint8Array(4096);
		let discarded = 0;
		while (discarded < require_exec.MAX_DISCARDED_INPUT) {
			const count = readPending(terminal, buffer);
			if (count === 0) break;
			discarded += count;
		}
		return discarded;
	} finally {
		(0, node_fs.closeSync)(terminal);
	}
}
function openAgain(fd) {
	const flags = node_fs.constants.O_RDONLY | (node_fs.constants.O_NONBLOCK ?? 0) | (node_fs.constants.O_NOCTTY ?? 0);
	const paths = process.platform === "linux" ? [`/proc/self/fd/${fd}`, "/dev/tty"] : ["/dev/tty"];
	for (const path of paths) try {
		return (0, node_fs.openSync)(path, flags);
	} catch {}
}
/** Bytes read; 0 when there's nothing (EAGAIN) or no terminal any more (EIO). */
function readPending(fd, buffer) {
	try {
		return (0, node_fs.readSync)(fd, buffer);
	} catch {
		return 0;
	}
}

//#endregion
//#region ../../packages/approval/src/terminal-reviewer.ts
/**
* Asks the user at a terminal. One line answers: `y` or `yes` approves, `n`, `no` or nothing refuses, `q`, Ctrl-C or
* the end of input aborts the whole call. Anything else is asked again, three times in all, and then refused.
*
* What was typed before the question was shown is thrown away; the terminal's mode is put back however the review ends.
* Where not both streams are terminals there's no verdict. Reviews that overlap are asked one after the other. The
* streams aren't touched until there is something to ask.
*/
function createTerminalReviewer(terminal) {
	const isAvailable = () => terminal.input.isTTY === true && terminal.output.isTTY === true;
	let turn = Promise.resolve();
	return {
		by: "user",
		isAvailable,
		review: (request, { signal }) => {
			if (!isAvailable()) return Promise.resolve(void 0);
			const review = turn.then(() => ask(terminal, request, signal));
			turn = review.catch(() => void 0);
			return review;
		}
	};
}
async function ask({ input, output }, request, signal) {
	const { createInterface } = await import("node:readline/promises");
	if (signal?.aborted === true) return { type: "abort" };
	const wasRaw = input.isRaw === true;
	const over = new AbortController();
	const end = () => over.abort();
	for (const stream of [input, output]) stream.on("error", end);
	output.write(`${CLEAN_STATE}\n${reviewText(request, sizeOf(output))}\n`);
	while (input.read() !== null);
	const lines = createInterface({
		input,
		output,
		terminal: true,
		historySize: 0
	});
	try {
		lines.on("SIGINT", end);
		lines.on("close", end);
		lines.on("error", end);
		const stop = signal === void 0 ? over.signal : AbortSignal.any([signal, over.signal]);
		if (input.fd !== void 0) discardTypedAhead(input.fd);
		for (let unclear = 0; unclear < 3; unclear += 1) {
			const decision = decisionFor(await nextAnswer(lines, unclear === 0 ? QUESTION : `Please type y, n or q. ${QUESTION}`, stop));
			if (decision !== void 0) {
				if (decision.type === "abort") output.write("\n");
				return decision;
			}
		}
		return {
			type: "denied",
			rejection: "no clear answer at the terminal"
		};
	} finally {
		lines.close();
		input.setRawMode?.(wasRaw);
		for (const stream of [input, output]) stream.off("error", end);
	}
}
const QUESTION = "Allow it, this once? [y]es, [N]o, [q]uit: ";
/**
* The command may have left the terminal in the middle of an escape sequence that would swallow the question, or with
* invisible text, a drawing character set or a hidden cursor. CAN and ST end a sequence; then the rendition (SGR), the
* character set and the cursor are put back.
*/
const CLEAN_STATE = "\x1B\\\x1B[0m\x1B(B\x1B[?25h";
/** The line, or `undefined` when there won't be one. */
async function nextAnswer(lines, question, stop) {
	try {
		return await lines.question(question, { signal: stop });
	} catch (error) {
		if (stop.aborted) return void 0;
		throw error;
	}
}
function decisionFor(answer) {
	switch (answer?.trim().toLowerCase()) {
		case void 0:
		case "q":
		case "quit": return { type: "abort" };
		case "y":
		case "yes": return { type: "approved" };
		case "":
		case "n":
		case "no": return {
			type: "denied",
			rejection: "the user said no"
		};
		default: return;
	}
}
function sizeOf({ columns }) {
	return columns === void 0 || columns === 0 ? {} : { columns };
}

//#endregion
exports.createTerminalReviewer = createTerminalReviewer;