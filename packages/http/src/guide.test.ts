import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROUTES } from './routes/route-table.js';

const guide = readFileSync(join(__dirname, '../../../docs/http.md'), 'utf8');

it('docs/http.md lists every route with its permission, and no other', () => {
  const listed = [...guide.matchAll(/^\| `([A-Z]+ \/\S*)`\s*(\\?\*)?\s*\| (?:`([^`]+)`|none)/gm)];
  const rows = listed.map(([, route, all, permission]) => [route, all !== undefined, permission ?? 'public']);
  const expected = ROUTES.map(({ method, path, tenants, permission }) => [
    `${method} ${path}`,
    tenants === 'all',
    permission,
  ]);
  expect(rows.map(String).sort()).toEqual(expected.map(String).sort());
});
