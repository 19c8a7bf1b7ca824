import { link, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export interface FileToWrite {
  readonly path: string;
  readonly text: string;
  /** The time of the application, which becomes the modification time of the file, so that retention works under any clock. */
  readonly at: Date;
}

let temporaryFiles = 0;

/** Replaces a file as a whole: readers see the old or the new file, never a partial one. */
export async function writeFileAtomically(file: FileToWrite): Promise<void> {
  const temporary = await writeTemporary(file);
  try {
    await rename(temporary, file.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Writes the file unless it exists. True: this call wrote it. Only one of several concurrent calls writes it. */
export async function writeFileOnce(file: FileToWrite): Promise<boolean> {
  const temporary = await writeTemporary(file);
  try {
    await link(temporary, file.path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeTemporary({ path, text, at }: FileToWrite): Promise<string> {
  temporaryFiles += 1;
  const temporary = `${path}.${process.pid}-${temporaryFiles}.tmp`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(temporary, text);
  await utimes(temporary, at, at);
  return temporary;
}

/** The code of a system error, such as `ENOENT`. Null: the error has no code. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
