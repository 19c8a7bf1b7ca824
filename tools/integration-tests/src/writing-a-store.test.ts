import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as kit from '@scheduler/contracts/adapter';
import { workspace } from './test-support/examples.js';

const guide = readFileSync(join(workspace, 'docs/writing-a-store.md'), 'utf8');
const folder = join(workspace, 'apps/examples/src/json-file-store');
const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));

const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');

describe('the guide to writing a store', () => {
  const snippets = [...guide.matchAll(/^```typescript\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

  it('shows parts of the store in a JSON file as they are', () => {
    const source = files.map(({ text }) => withoutSpaces(text)).join('');
    expect(snippets).toHaveLength(3);
    for (const snippet of snippets) expect(source).toContain(withoutSpaces(snippet));
  });

  it('names rules that the adapter kit exports', () => {
    const [, section = ''] = guide.split(/^## Rules that you call$/m);
    const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`'));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !(name in kit))).toEqual([]);
  });

  it('tells the truth about the size of the store', () => {
    const product = files.filter(({ name }) => !name.endsWith('.test.ts'));
    const lines = product.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    expect(product).toHaveLength(7);
    expect(lines).toBeLessThan(650);
  });
});
