import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from './test-support/examples.js';

const VENDORS = /sqlite|postgres|mysql|mariadb|redis|valkey|bullmq|knex/i;

/** Codes of errors that handlers meet, whatever library they use: they say nothing about stores. */
const CODES_OF_ERRORS = 'policies/failures/error-codes.ts';

it.each(['core', 'inversify', 'recurrence'])('names no store and no queue in the sources of %s', (name) => {
  const folder = join(workspace, 'packages', name, 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== CODES_OF_ERRORS,
  );
  expect(sources.length).toBeGreaterThan(5);
  const naming = sources.filter((file) => VENDORS.test(readFileSync(join(folder, file), 'utf8')));
  expect(naming).toEqual([]);
});
