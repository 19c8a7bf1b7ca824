import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NAMES = ['ts', 'js', 'mjs', 'cjs'].map((extension) => `scheduler.config.${extension}`);

/** The nearest `scheduler.config.*`, from the folder upwards. Null: there is none. */
export function findConfig(folder: string): string | null {
  for (let current = folder; ; current = dirname(current)) {
    for (const name of NAMES) {
      const file = join(current, name);
      if (existsSync(file)) return file;
    }
    if (dirname(current) === current) return null;
  }
}
