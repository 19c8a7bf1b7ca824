import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';

// The PATH of a normal user often lacks the folders of servers.
const USUAL_FOLDERS = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/opt/homebrew/bin',
];

/** The folders with programs in the file tree at `root`. For the machine itself (`/`) those of PATH come first. */
export function programFolders(root) {
  if (root !== '/') return ['usr/sbin', 'usr/bin', 'sbin', 'bin'].map((folder) => join(root, folder));
  return [...(process.env.PATH ?? '').split(':').filter(Boolean), ...USUAL_FOLDERS];
}

/** The path of the first program found: names are tried in order, each in all folders. Undefined: none was found. */
export function findBinary(names, folders) {
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isExecutable(path));
}

/** The names in a folder. Empty if it does not exist. */
export function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
