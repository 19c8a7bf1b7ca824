import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ConsoleError } from '../output/console-error.js';

export interface WrittenProject {
  readonly written: readonly string[];
  /** What existed already, and was left as it was. */
  readonly kept: readonly string[];
}

/** Does not make a folder a project yet. */
const HARMLESS = new Set(['.git', '.DS_Store', 'Thumbs.db']);

/** Throws unless the folder is missing or empty. */
export async function refuseUnlessEmpty(folder: string, shown: string): Promise<void> {
  const found = (await entriesOf(folder, shown)).filter((name) => !HARMLESS.has(name));
  if (found.length === 0) return;
  const some = `${found.slice(0, 3).join(', ')}${found.length > 3 ? ', …' : ''}`;
  throw new ConsoleError(
    'FOLDER_NOT_EMPTY',
    `${shown} is not empty (it has ${some}); choose another folder, or --force to add what is missing and keep what is there`,
  );
}

async function entriesOf(folder: string, shown: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') {
      throw new ConsoleError('FILE_EXISTS', `${shown} is a file; choose another folder`, { cause: error });
    }
    throw error;
  }
}

/** Writes what is not there yet; a file that exists is never changed. */
export async function writeProject(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<WrittenProject> {
  const written: string[] = [];
  const kept: string[] = [];
  for (const [path, source] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    const isNew = await writeNew(join(folder, path), source);
    (isNew ? written : kept).push(path);
  }
  return { written, kept };
}

async function writeNew(file: string, source: string): Promise<boolean> {
  try {
    await writeFile(file, source, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
