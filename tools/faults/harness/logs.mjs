import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In how many lines the workers and the harness have said this. */
export function linesSaying({ folder }, text) {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs
    .map((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((lines) => lines.filter((line) => line.includes(text))).length;
}
