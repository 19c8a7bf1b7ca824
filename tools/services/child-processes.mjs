import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started and that still run; none where the system does not tell (it has no /proc). */
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
    // The name in parentheses may hold spaces and parentheses of its own.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return Number(parent);
  } catch {
    return undefined;
  }
}
