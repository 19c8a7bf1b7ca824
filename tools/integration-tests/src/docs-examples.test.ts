import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, exampleFolder, examplesOf, run, workspace } from './test-support/examples.js';

const pages = readdirSync(join(workspace, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
const folder = exampleFolder('docs-examples');
const examples = pages.flatMap((page) => examplesOf(page, folder));

/** The sections of a page by their titles. */
function sectionsOf(page: string): readonly (readonly [title: string, text: string])[] {
  const [, ...sections] = readFileSync(join(workspace, page), 'utf8').split(/^## /m);
  return sections.map((section) => [section.slice(0, section.indexOf('\n')), section]);
}

it.each(sectionsOf('docs/policies.md'))('the policy %s has one complete example', (_title, text) => {
  expect(text.match(/^```ts$/gm)).toHaveLength(1);
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
