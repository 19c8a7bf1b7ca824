import { accessSync, constants, readdirSync } from 'node:fs';
import { join } from 'node:path';

// A normal user's PATH often lacks the folders for servers.
const usual = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/opt/homebrew/bin',
];

/** The folders that may hold programs in the file tree at root; for the machine itself those of PATH come first. */
export function programFolders(root) {
  if (root !== '/') return ['usr/sbin', 'usr/bin', 'sbin', 'bin'].map((folder) => join(root, folder));
  return [...(process.env.PATH ?? '').split(':').filter(Boolean), ...usual];
}

/** The path of the first of the names that is a program in the first of the folders that has one, or undefined. */
export function findBinary(names, folders) {
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isExecutable(path));
}

/** The names in a folder, none if there is no such folder. */
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
