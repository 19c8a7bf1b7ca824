import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compile, exampleFolder, examplesOf, needsRedis, run, workspace } from './test-support/examples.js';

const guides = readdirSync(join(workspace, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
  .sort();
const readmes = [
  'README.md',
  ...['packages', 'apps'].flatMap((parent) =>
    readdirSync(join(workspace, parent)).map((name) => join(parent, name, 'README.md')),
  ),
].filter((readme) => existsSync(join(workspace, readme)));
// All in one folder, because reading the types of all packages takes longer than compiling the examples.
const folder = exampleFolder('page-examples');
const examples = [...guides, ...readmes].flatMap((page) => examplesOf(page, folder));
const redisUrl = process.env['SCHEDULER_TEST_REDIS_URL'] ?? '';

const policies = guides.filter((page) => page.startsWith(join('docs', 'policies', '')));
const isReadme = (page: string) => basename(page) === 'README.md';

it.each(policies.filter((page) => !isReadme(page)))('%s has one complete example', (page) => {
  expect(readFileSync(join(workspace, page), 'utf8').match(/^```ts$/gm)).toHaveLength(1);
});

it('the list of policies names every page', () => {
  const list = readFileSync(join(workspace, 'docs/policies/README.md'), 'utf8');
  const missing = policies.filter((page) => !isReadme(page) && !list.includes(`](${basename(page)})`));
  expect(missing).toEqual([]);
});

it('every package has a README with a complete example (F258)', () => {
  const packages = readdirSync(join(workspace, 'packages'));
  const without = packages.filter(
    (name) => !examples.some(({ title }) => title.startsWith(join('packages', name))),
  );
  expect(without).toEqual([]);
});

it('all examples compile', () => {
  expect(compile(examples)).toEqual([]);
});

describe.each(examples)('$title', (example) => {
  const onRedis = needsRedis(example);
  const test = onRedis && redisUrl === '' ? it.skip : it;

  test('runs', async () => {
    // Without Redis the variable would be one that nobody knows.
    const env = onRedis ? { ...process.env, SCHEDULER_REDIS_URL: redisUrl } : process.env;
    expect(await run(example, env)).not.toContain('Error');
  });
});
