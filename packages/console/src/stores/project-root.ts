import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the project that a file belongs to: the nearest one with a `package.json`, from `folder` upwards. It is the same for sources
 * and for what is built from them, and does not depend on where the process was started. Without any, `folder` itself.
 *
 * @example
 * createNodeFromEnvironment({ root: projectRoot(import.meta.dirname), handlers });
 */
export function projectRoot(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, 'package.json'))) return current;
    if (dirname(current) === current) return folder;
  }
}
