import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile, exampleFolder, examplesOf, run, workspace } from './test-support/examples.js';

function readmes(): string[] {
  const packages = ['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(workspace, parent)).map((name) => join(parent, name, 'README.md')),
  );
  return ['README.md', ...packages].filter((readme) => existsSync(join(workspace, readme)));
}

const folder = exampleFolder('readme-examples');
const examples = readmes().flatMap((readme) => examplesOf(readme, folder));

it('every package has a README with a complete example (F258)', () => {
  const packages = readdirSync(join(workspace, 'packages'));
  const without = packages.filter(
    (name) => !examples.some(({ title }) => title.startsWith(join('packages', name))),
  );
  expect(without).toEqual([]);
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
