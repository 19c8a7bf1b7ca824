import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));
const installed = `${folder}node_modules/.package-lock.json`;

/**
 * Installs the peers into their own folder, once. Not with the workspace: one of them needs a compiler where there is no
 * prebuilt binary of it, and nobody needs them who does not measure.
 */
export function installPeers(progress) {
  if (upToDate()) return;
  progress('installing the peers (once, a compiler may run for a minute) …');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', process.stderr.fd, 'inherit'],
  });
}

function upToDate() {
  if (!existsSync(installed)) return false;
  const lock = `${folder}package-lock.json`;
  return statSync(installed).mtimeMs >= statSync(lock).mtimeMs || sameVersions(lock);
}

// A checkout gives files new times without changing them.
function sameVersions(lock) {
  const versions = (file) =>
    JSON.stringify(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
        .filter(([path, { optional }]) => path !== '' && !optional)
        .map(([path, { version }]) => [path, version]),
    );
  return versions(installed) === versions(lock);
}
