import { spawnSync } from 'node:child_process';

/** Why processes cannot be kept from extending files on this machine. Null: they can. */
export function whyNoFileLimit() {
  const { status } = spawnSync('prlimit', ['--version']);
  return status === 0 ? null : 'there is no prlimit (of util-linux) to keep files from growing with';
}

/**
 * From now on a write beyond so many bytes of a file fails in these processes, also in files that are open, and in the processes that
 * they start. It is the soft limit, which takes no root; `unlimited` takes it back.
 *
 * @returns in how many processes
 */
export function limitFiles(pids, bytes) {
  // One that has ended meanwhile is no error.
  const limited = pids.filter(
    (pid) => spawnSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]).status === 0,
  );
  return limited.length;
}
