const require_rolldown_runtime = require('./rolldown-runtime-DhRxs64U.cjs');
const require_exec = require('./exec-DUETmFYx.cjs');
let node_path = require("node:path");

//#region src/policy-explain.ts
/** The newest Landlock ABI that the compiler knows: what `--plan landlock` shows where the kernel isn't asked. */
const NEWEST_LANDLOCK_ABI = 7;
/** `sallyport policy explain`: prints who may do what, or a compiled plan. Status 1 when the backend can't express the policy. */
async function explainPolicy(paths, options) {
	const settings = await require_exec.resolveSettings(options);
	for (const warning of settings.warnings) process.stderr.write(`sallyport: ${require_exec.visible(warning)}\n`);
	if (options.plan !== void 0) return printPlan(options.plan, settings, options.json === true);
	for (const path of paths.length === 0 ? [settings.cwd] : paths) {
		const absolute = (0, node_path.resolve)(settings.cwd, path);
		const { access, by } = settings.policy.decide(absolute);
		process.stdout.write(options.json === true ? `${JSON.stringify({
			type: "access",
			path: absolute,
			access,
			rule: by.rule,
			origin: by.origin
		})}\n` : `${access.padEnd(5)}  ${require_exec.visible(absolute)}  (${require_exec.visible(by.rule)})\n`);
	}
	const network = settings.policy.network === "enabled" ? "enabled" : "restricted: none";
	if (options.json === true) process.stdout.write(`${JSON.stringify({
		type: "network",
		network: settings.policy.network
	})}\n`);
	else process.stdout.write(`network: ${network}\n`);
	return 0;
}
function printPlan(plan, settings, json) {
	switch (plan) {
		case "bubblewrap": {
			const compiled = require_exec.compileBubblewrapPlan(settings.policy, { cwd: settings.cwd });
			if (json) process.stdout.write(`${JSON.stringify({
				type: "plan",
				backend: plan,
				...compiled
			})}\n`);
			else process.stdout.write(`${onePerLine(compiled.args)}\n`);
			return 0;
		}
		case "landlock": {
			const compiled = require_exec.compileLandlockPlan(settings.policy, { abi: NEWEST_LANDLOCK_ABI });
			const text = JSON.stringify({
				type: "plan",
				backend: plan,
				abi: NEWEST_LANDLOCK_ABI,
				...compiled
			}, (_key, value) => typeof value === "bigint" ? `0x${value.toString(16)}` : value, json ? void 0 : 2);
			process.stdout.write(`${text}\n`);
			return compiled.kind === "plan" ? 0 : 1;
		}
		case "seccomp": {
			const mode = settings.policy.network === "restricted" ? "restricted" : "network-enabled";
			for (const arch of ["x64", "arm64"]) {
				const program = require_exec.compileSeccompProgram({
					arch,
					mode
				});
				if (json) process.stdout.write(`${JSON.stringify({
					type: "plan",
					backend: plan,
					arch,
					mode,
					program: Buffer.from(program).toString("base64")
				})}\n`);
				else process.stdout.write(`${arch} ${mode}: ${program.length / 8} instructions\n${disassemble(program)}`);
			}
			return 0;
		}
		default: return require_exec.assertNever(plan, "plan");
	}
}
/** bubblewrap's options one a line, each with its operands. */
function onePerLine(args) {
	return args.reduce((text, arg, index) => text + (index === 0 ? "" : arg.startsWith("--") ? "\n" : " ") + require_exec.visible(arg), "");
}
/** struct sock_filter, 8 bytes little-endian: u16 code, u8 jt, u8 jf, u32 k. */
function disassemble(program) {
	const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
	let text = "";
	for (let at = 0; at < program.byteLength; at += 8) {
		const code = view.getUint16(at, true).toString(16).padStart(4, "0");
		text += `  ${String(at / 8).padStart(4)}: code=0x${code} jt=${view.getUint8(at + 2)} jf=${view.getUint8(at + 3)} k=0x${view.getUint32(at + 4, true).toString(16)}\n`;
	}
	return text;
}

//#endregion
exports.explainPolicy = explainPolicy;