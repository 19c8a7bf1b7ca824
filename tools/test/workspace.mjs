import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where jest writes its summary and the coverage. */
export const resultFile = join(root, 'tmp/jest.json');
export const coverageFile = join(root, 'tmp/coverage/coverage-final.json');

export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
