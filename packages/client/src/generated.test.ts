import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generatedFiles } from './test-support/generator/files.js';
import { readDocument } from './test-support/generator/read-document.js';

const sourceOf = (path: string) => readFileSync(join(__dirname, path), 'utf8');

it('what is generated is what the route table says; if not: npm run generate-client', async () => {
  const files = Object.entries(generatedFiles(await readDocument()));
  expect(files.map(([name]) => name)).toEqual(['methods.ts', 'operations.ts', 'schemas.ts']);
  for (const [name, text] of files) expect(sourceOf(`generated/${name}`)).toBe(text);
});

it('index.ts exports every shape that has a name', () => {
  const names = [...sourceOf('generated/schemas.ts').matchAll(/^export (?:interface|type) (\w+)/gm)];
  expect(names.length).toBeGreaterThan(15);
  for (const [, name] of names) expect(sourceOf('index.ts')).toContain(`  ${name},\n`);
});
