import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folders of unfinished runs. */
const open = new Set();

process.on('exit', () => open.forEach(remove));

/** Creates a folder for the files and logs of one run. It is removed at the end of this process, unless it is kept. */
export function createRunFolder() {
  const path = mkdtempSync(join(tmpdir(), 'scheduler-faults-'));
  open.add(path);
  return {
    path,
    keep: () => open.delete(path),
    remove() {
      open.delete(path);
      remove(path);
    },
  };
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}
