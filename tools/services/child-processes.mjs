import { readdirSync, readFileSync } from 'node:fs';

/** The running child processes of a process. Empty on systems without /proc. */
export function childProcesses(pid) {
  return processIds().filter((each) => parentOf(each) === pid);
}

function processIds() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function parentOf(pid) {
  try {
    // The name in parentheses may itself contain spaces and parentheses.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return Number(parent);
  } catch {
    return undefined;
  }
}
