import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Where downloaded servers are kept, apart for each release of the system.
 *
 * Root's own cache does not serve: the servers run as another user, who cannot look into root's home.
 */
export function cacheFolder() {
  const folder = candidates().find(isUsable);
  if (!folder) throw new Error('No folder to keep downloaded servers in: set XDG_CACHE_HOME.');
  return join(folder, release());
}

function candidates() {
  if (process.getuid?.() === 0) return ['/var/cache/scheduler-services'];
  const base = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  // A user without a home, as in many containers.
  return [
    join(base, 'scheduler-services'),
    join(tmpdir(), `scheduler-services-cache-${process.getuid?.() ?? 0}`),
  ];
}

function isUsable(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    // Programs are run from here, so a folder that somebody else has prepared is refused.
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
    // Not a Linux system: then nothing is downloaded either.
  }
  const value = (key) => new RegExp(`^${key}="?([\\w.]+)`, 'm').exec(text)?.[1] ?? 'unknown';
  return `${value('ID')}-${value('VERSION_ID')}-${process.arch}`;
}
