import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** Why the size of files cannot be limited on this machine. Null: it can. */
export function whyNoFileLimit() {
  const { status } = spawnSync('prlimit', ['--version']);
  return status === 0 ? null : 'there is no prlimit (of util-linux), which limits the size of files';
}

/**
 * Lets writes beyond this size of a file fail in these processes, also in open files, and in the processes that
 * they start. It sets the soft limit, which does not need root; `unlimited` removes it.
 */
export function limitFiles(pids, bytes) {
  const results = pids.map((pid) => limit(pid, bytes));
  // A process may have ended meanwhile, but at least one has to be limited.
  if (!results.includes(null)) throw new Error(`prlimit: ${results.join(', ')}`);
}

/** The error of `prlimit`. Null: it succeeded. */
function limit(pid, bytes) {
  try {
    const args = ['--pid', `${pid}`, `--fsize=${bytes}:`];
    const { status, stderr } = spawnSync('prlimit', args, userOf(pid));
    return status === 0 ? null : stderr.toString().trim();
  } catch (error) {
    return error.message;
  }
}

/** Runs `prlimit` as the user of the process, because root is not allowed to do it on every machine. */
function userOf(pid) {
  if (process.getuid() !== 0) return {};
  const { uid, gid } = statSync(`/proc/${pid}`);
  return { uid, gid };
}
