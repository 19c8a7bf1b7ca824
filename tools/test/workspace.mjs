import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Folders of all projects that have jest tests, found rather than listed: packages come and go. */
export function testedProjects() {
  return ['packages', 'apps', 'tools']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .filter((folder) => existsSync(join(folder, 'jest.config.cjs')));
}
