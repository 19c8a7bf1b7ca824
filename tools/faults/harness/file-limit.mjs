import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Why processes cannot be kept from extending files on this machine. Null: they can. */
export function whyNoFileLimit() {
  const { status } = spawnSync('prlimit', ['--version']);
  return status === 0 ? null : 'there is no prlimit (of util-linux) to keep files from growing with';
}

/**
 * From now on a write beyond so many bytes of a file fails in these processes, also in files that are open, and in the processes that
 * they start. It is the soft limit, which takes no root; `unlimited` takes it back.
 */
export function limitFiles(pids, bytes) {
  const results = pids.map((pid) => limit(pid, bytes));
  // One that has ended meanwhile is no error; all of them is one.
  if (!results.includes(null)) throw new Error(`prlimit: ${results.join(', ')}`);
}

/** Null: it is done. Else why not. */
function limit(pid, bytes) {
  try {
    const args = ['--pid', `${pid}`, `--fsize=${bytes}:`];
    const { status, stderr } = spawnSync('prlimit', args, userOf(pid));
    return status === 0 ? null : stderr.toString().trim();
  } catch (error) {
    return error.message;
  }
}

/** Only the same user may always do it: root may not everywhere. */
function userOf(pid) {
  if (process.getuid() !== 0) return {};
  const { uid, gid } = statSync(`/proc/${pid}`);
  return { uid, gid };
}
