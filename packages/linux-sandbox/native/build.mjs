// Builds native/build/sallyport-helper with the system's C compiler, only when its source changed.
//
// Without a working compiler it says so in one line and succeeds: a missing helper is a supported state. bubblewrap
// needs no helper; Landlock does, and `probeLinuxSandbox` reports what is missing and how to mend it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const source = join(folder, 'sallyport-helper.c');
const buildFolder = join(folder, 'build');
const target = join(buildFolder, 'sallyport-helper');
const stamp = join(buildFolder, 'sallyport-helper.stamp');

const flags = ['-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', '-fstack-protector-strong'];
// Static where the C library allows it: starts faster, and no LD_PRELOAD of a command's environment reaches it.
const linkings = [['-static'], []];

const fingerprint = createHash('sha256')
  .update(readFileSync(source))
  .update(JSON.stringify([flags, linkings, process.arch]))
  .digest('hex');

if (process.platform !== 'linux') {
  console.log('sallyport-helper: only needed on Linux, not built');
} else if (isCurrent()) {
  console.log('sallyport-helper: up to date');
} else {
  build();
}

function isCurrent() {
  try {
    return statSync(target).isFile() && readFileSync(stamp, 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

function build() {
  mkdirSync(buildFolder, { recursive: true });
  const scratch = mkdtempSync(join(buildFolder, 'build-'));
  try {
    const compiler = workingCompiler(scratch);
    if (compiler === undefined) {
      console.log(
        'sallyport-helper: no working C compiler ($CC, cc, gcc, clang), so not built: the Landlock backend is unavailable',
      );
      return;
    }
    const attempt = firstThat(linkings, (linking) =>
      compile(compiler, [...flags, ...linking, source], join(scratch, 'helper')),
    );
    if (!attempt.succeeded) {
      console.error(attempt.text.trimEnd());
      console.error(`sallyport-helper: ${compiler} could not compile ${source}`);
      process.exitCode = 1;
      return;
    }
    // Renamed into place, so that two builds at once, or a helper that is running, don't meet a half-written file.
    renameSync(join(scratch, 'helper'), target);
    writeFileSync(join(scratch, 'stamp'), fingerprint);
    renameSync(join(scratch, 'stamp'), stamp);
    console.log(`sallyport-helper: built with ${compiler}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The first attempt that succeeds, else the last one. */
function firstThat(variants, attemptWith) {
  let attempt = { succeeded: false, text: '' };
  for (const variant of variants) {
    attempt = attemptWith(variant);
    if (attempt.succeeded) break;
  }
  return attempt;
}

/** The first compiler that can compile a program at all: one without the C library's headers is as good as none. */
function workingCompiler(scratch) {
  const program = join(scratch, 'works.c');
  writeFileSync(program, '#include <stdio.h>\n#include <linux/seccomp.h>\nint main(void) { return puts("") < 0; }\n');
  const candidates = [process.env['CC'], 'cc', 'gcc', 'clang'].filter((name) => name !== undefined && name !== '');
  return candidates.find((compiler) => compile(compiler, [program], join(scratch, 'works')).succeeded);
}

function compile(compiler, inputs, output) {
  const [program, ...leading] = compiler.trim().split(/\s+/);
  const { status, stderr, error } = spawnSync(program, [...leading, ...inputs, '-o', output], { encoding: 'utf8' });
  return { succeeded: error === undefined && status === 0, text: error?.message ?? stderr };
}
