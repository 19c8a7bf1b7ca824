import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENT_SCHEMAS } from './event-schemas.js';

const page = readFileSync(join(__dirname, '../../../../../docs/event-log.md'), 'utf8');

it('docs/event-log.md lists every event, and no other', () => {
  const listed = [...page.matchAll(/^\| `([A-Za-z]+)` /gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(EVENT_SCHEMAS));
});
