import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { importConfig } from '../application/import-config.js';
import { ConsoleError } from '../output/console-error.js';
import { projectRoot } from '../stores/project-root.js';
import { type HandlerCheck, isHandlerCheck } from './handler-check.js';

/** Where check files stand, below the root of the project. */
export const CHECK_FOLDER = 'src/handlers';
const CHECK_FILE = /\.check\.[cm]?[jt]s$/;

export interface FoundCheck {
  readonly file: string;
  readonly check: HandlerCheck;
}

/** Finds the check of a job type in one file, or in the check files of the project. */
export async function findHandlerCheck(
  type: string,
  { cwd, file }: { readonly cwd: string; readonly file: string | undefined },
): Promise<FoundCheck> {
  const files = file === undefined ? await checkFilesOf(projectRoot(cwd)) : [resolve(cwd, file)];
  const others: string[] = [];
  for (const path of files) {
    const check = await readCheck(path, relative(cwd, path));
    if (check.type === type) return { file: relative(cwd, path), check };
    others.push(check.type);
  }
  const where = file ?? `${CHECK_FOLDER}/**/*.check.ts`;
  const known = others.length === 0 ? 'there are none' : `there are checks for ${others.join(', ')}`;
  throw new ConsoleError(
    'HANDLER_CHECK_NOT_FOUND',
    `no check for the job type ${JSON.stringify(type)} in ${where}; ${known}. Write one with: scheduler handler:check ${type} --write`,
  );
}

async function checkFilesOf(root: string): Promise<readonly string[]> {
  const folder = join(root, CHECK_FOLDER);
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => CHECK_FILE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function readCheck(path: string, shown: string): Promise<HandlerCheck> {
  if (!existsSync(path))
    throw new ConsoleError(
      'HANDLER_CHECK_NOT_FOUND',
      `the check file ${JSON.stringify(shown)} does not exist`,
    );
  const exported = await importConfig(path);
  if (isHandlerCheck(exported)) return exported;
  throw new ConsoleError(
    'HANDLER_CHECK_INVALID',
    `${shown} exports no check; accepted: a default export made by defineHandlerCheck({ type, world, handler, payload }) of @scheduler/testing`,
  );
}
