import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of log lines of the workers and the harness that contain a text. */
export function countLogLines({ folder }, text) {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  return logs
    .map((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .flatMap((lines) => lines.filter((line) => line.includes(text))).length;
}
