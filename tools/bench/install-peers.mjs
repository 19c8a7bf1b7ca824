import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('./peers/', import.meta.url));
const installed = `${folder}node_modules/.package-lock.json`;

/**
 * Installs the peers into their own folder, once. They are not part of the workspace, because one of them needs a compiler if there is no
 * prebuilt binary of it, and only benchmarks need them.
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

// A checkout changes the times of files but not their contents.
function sameVersions(lock) {
  const versions = (file) =>
    JSON.stringify(
      Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)
        .filter(([path, { optional }]) => path !== '' && !optional)
        .map(([path, { version }]) => [path, version]),
    );
  return versions(installed) === versions(lock);
}
