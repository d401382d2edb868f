import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of its own for one test: `root` with `ws` in it. Removed with everything below when disposed of. */
export interface Workspace extends Disposable {
  readonly root: string;
  readonly ws: string;
  /** A record of mount points for this test alone. */
  readonly registry: string;
}

export function workspace(): Workspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-test-')));
  const ws = join(root, 'ws');
  mkdirSync(ws);
  return {
    root,
    ws,
    registry: join(root, 'registry'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}
