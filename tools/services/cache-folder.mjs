import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder for downloaded servers, one for each release of the system.
 *
 * The cache in root's home is not used, because the servers run as another user, who cannot read it.
 */
export function cacheFolder() {
  const folder = candidates().find(isUsable);
  if (!folder) throw new Error('There is no folder for downloaded servers: set XDG_CACHE_HOME.');
  return join(folder, release());
}

function candidates() {
  if (process.getuid?.() === 0) return ['/var/cache/scheduler-services'];
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  // The second folder is for users without a home, as in many containers.
  return [
    join(base, 'scheduler-services'),
    join(tmpdir(), `scheduler-services-cache-${process.getuid?.() ?? 0}`),
  ];
}

function isUsable(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    // Programs are run from here, so that a folder of another user is refused.
    return process.getuid === undefined || statSync(folder).uid === process.getuid();
  } catch {
    return false;
  }
}

function release() {
  let text = '';
  try {
    text = readFileSync('/etc/os-release', 'utf8');
  } catch {
    // Not a Linux system, on which nothing is downloaded.
  }
  const value = (key) => new RegExp(`^${key}="?([\\w.]+)`, 'm').exec(text)?.[1] ?? 'unknown';
  return `${value('ID')}-${value('VERSION_ID')}-${process.arch}`;
}
