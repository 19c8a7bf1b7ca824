import { ConfigurationInvalid } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '../knex-store.js';
import { tablesOf } from './tables.js';

const UNSAFE = [
  `a"b`,
  `a'b`,
  'a`b',
  'a b',
  'a;b',
  'a.b',
  'a-b',
  '1a',
  '',
  'ä',
  'a\nb',
  'a\u0000',
  'x'.repeat(33),
  'jobs; DROP TABLE users; --',
];

/** No server listens there, so that a connection would fail with another error. */
const NOWHERE = 'postgres://127.0.0.1:1/none';

describe.each(['tablePrefix', 'schema'] as const)('%s', (field) => {
  it.each(UNSAFE)('refuses %j before anything is connected', (name) => {
    const open = () => createKnexStore({ connection: NOWHERE, clock: new SystemClock(), [field]: name });
    expect(open).toThrow(ConfigurationInvalid);
    expect(open).toThrow(new RegExp(`^${field}: is not a safe name`));
  });
});

it('accepts plain names of up to 32 characters', () => {
  const { jobs, migrations } = tablesOf({ tablePrefix: `${'x'.repeat(31)}_`, schema: 'Own_1' });
  expect(jobs.text).toBe(`Own_1.${'x'.repeat(31)}_jobs`);
  expect(migrations.text).toBe(`Own_1.${'x'.repeat(31)}_migrations`);
});

it('prefixes the tables with scheduler_ by default (F204)', () => {
  expect(tablesOf({}).executions.text).toBe('scheduler_executions');
});
