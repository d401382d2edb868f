import { closeSync, type FSWatcher, readSync, watch, writeSync } from 'node:fs';
import type { ProcessFd } from '../process-spec.js';
import { openUnnamed } from './open-unnamed.js';

interface OpenFile {
  readonly fd: number;
  readonly output: Extract<ProcessFd, { kind: 'output' }> | undefined;
  /** How far the output has been handed on. */
  read: number;
  watcher?: FSWatcher;
}

/** dash(1) takes descriptors of one digit. */
const HIGHEST_FD = 9;

/** Files without a name that a shell opens as descriptors through proc(5). */
export class UnnamedFiles {
  readonly #files: OpenFile[] = [];

  /** Shell text that opens a file as descriptor `number` of a command. */
  redirection(fd: ProcessFd, number: number): string {
    if (number > HIGHEST_FD)
      throw new Error(`on a terminal a process has no descriptor ${number}: ${HIGHEST_FD} is the highest`);
    const file: OpenFile = { fd: openUnnamed(), output: fd.kind === 'output' ? fd : undefined, read: 0 };
    this.#files.push(file);
    const path = `/proc/${process.pid}/fd/${file.fd}`;
    if (fd.kind === 'input') {
      for (let at = 0; at < fd.data.byteLength; ) at += writeSync(file.fd, fd.data, at);
      return `${number}<${path}`;
    }
    file.watcher = watch(path, { persistent: false }, () => this.readOutputs());
    return `${number}>>${path}`;
  }

  /** Hands on what was written since the last time. */
  readOutputs(): void {
    const buffer = Buffer.alloc(64 * 1024);
    for (const file of this.#files) {
      for (let count = 1; file.output !== undefined && count > 0; ) {
        count = readSync(file.fd, buffer, 0, buffer.byteLength, file.read);
        file.read += count;
        if (count > 0) file.output.onData(Buffer.from(buffer.subarray(0, count)));
      }
    }
  }

  close(): void {
    for (const { fd, watcher } of this.#files.splice(0)) {
      watcher?.close();
      closeSync(fd);
    }
  }
}
