Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
const require_exec = require('./exec-DUETmFYx.cjs');

//#region src/main.ts
/**
* Runs the CLI and sets `process.exitCode`. Never throws: what a person can mend is one line on stderr.
*
* `exec` and `sandbox` are what the program is for, and what its start is measured by: they're part of the first file,
* and a plain command line of theirs is read without the parser that also writes help and explains mistakes.
*
* @param args what stands after the program's name
*/
async function main(args) {
	const handlers = {
		exec: async (command, options) => {
			process.exitCode = await require_exec.runExecCommand(command, options);
		},
		sandbox: async (command, options) => {
			process.exitCode = await require_exec.runSandboxCommand(command, options);
		}
	};
	try {
		const quick = require_exec.quickParse(args);
		if (quick !== void 0) return await handlers[quick.name](quick.command, quick.options);
		const { runCommandLine } = await Promise.resolve().then(() => require("./command-line-Dho41eAf.cjs"));
		process.exitCode = await runCommandLine(args, handlers) ?? process.exitCode;
	} catch (error) {
		const { reportFailure } = await Promise.resolve().then(() => require("./report-failure-YczIpy6e.cjs"));
		reportFailure(error);
		process.exitCode = 125;
	}
}

//#endregion
exports.main = main;