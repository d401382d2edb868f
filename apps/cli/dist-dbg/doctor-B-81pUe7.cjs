const require_exec = require('./exec-DUETmFYx.cjs');

//#region src/doctor.ts
/** `sallyport doctor`: everything is tried, not looked up. Status 0 when some sandbox works, else 1. */
async function runDoctor(options) {
	const report = await diagnose();
	if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
	else process.stdout.write(describe(report));
	return report.canSandbox ? 0 : 1;
}
async function diagnose() {
	const host = {
		type: "doctor",
		platform: process.platform,
		node: process.version
	};
	const { probeLinuxSandbox } = await Promise.resolve().then(() => require("./exec-DUETmFYx.cjs")).then((n) => n.src_exports);
	const { checks, backends, landlockAbi } = await probeLinuxSandbox();
	return {
		...host,
		canSandbox: backends.bubblewrap || backends.landlock,
		backends,
		landlockAbi,
		checks
	};
}
function describe(report) {
	return [
		...report.checks.flatMap(({ name, status, detail, mend }) => [`${status.padEnd(4)}  ${name.replaceAll("_", " ").padEnd(16)}  ${require_exec.visible(detail)}`, ...mend === void 0 ? [] : [`      ${"".padEnd(16)}  mend: ${require_exec.visible(mend)}`]]),
		"",
		summary(report),
		""
	].join("\n");
}
function summary({ backends }) {
	if (backends.bubblewrap) return "Every policy is enforced with bubblewrap.";
	if (backends.landlock) return "bubblewrap doesn’t work here. Landlock does: policies without a read-only or denied path below a writable one (so -s read-only, but not -s workspace-write) are enforced with it; others are refused.";
	return "No sandbox works here: commands that need one are refused.";
}

//#endregion
exports.runDoctor = runDoctor;