import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compile, exampleFolder, examplesOf, run, workspace } from './test-support/examples.js';

const pages = readdirSync(join(workspace, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
  .sort();
const folder = exampleFolder('docs-examples');
const examples = pages.flatMap((page) => examplesOf(page, folder));

const policies = pages.filter((page) => page.startsWith(join('docs', 'policies', '')));
const isReadme = (page: string) => basename(page) === 'README.md';

it.each(policies.filter((page) => !isReadme(page)))('%s has one complete example', (page) => {
  expect(readFileSync(join(workspace, page), 'utf8').match(/^```ts$/gm)).toHaveLength(1);
});

it('the list of policies names every page', () => {
  const list = readFileSync(join(workspace, 'docs/policies/README.md'), 'utf8');
  const missing = policies.filter((page) => !isReadme(page) && !list.includes(`](${basename(page)})`));
  expect(missing).toEqual([]);
});

it('all examples compile', () => {
  expect(compile(examples)).toEqual([]);
}, 60_000);

it.each(examples)(
  'runs $title',
  async (example) => {
    expect(await run(example)).not.toContain('Error');
  },
  60_000,
);
