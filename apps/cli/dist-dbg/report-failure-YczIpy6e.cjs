const require_exec = require('./exec-DUETmFYx.cjs');

//#region src/report-failure.ts
/** One line on stderr for what was thrown. Only a fault of ours shows where it happened, for the bug report. */
function reportFailure(error) {
	if (require_exec.isSallyportError(error) && error instanceof Error) {
		process.stderr.write(`sallyport: ${require_exec.visible(error.message)}\n`);
		return;
	}
	const text = error instanceof Error ? error.message : String(error);
	process.stderr.write(`sallyport: a fault in sallyport itself: ${require_exec.visible(text)} (SALLYPORT_DEBUG=1 shows where)\n`);
	if (process.env["SALLYPORT_DEBUG"] === "1" && error instanceof Error) process.stderr.write(`${error.stack ?? ""}\n`);
}

//#endregion
exports.reportFailure = reportFailure;