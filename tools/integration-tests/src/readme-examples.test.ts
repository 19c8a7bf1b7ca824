import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile, exampleFolder, examplesOf, needsRedis, run, workspace } from './test-support/examples.js';

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

const redisUrl = process.env['SCHEDULER_TEST_REDIS_URL'] ?? '';

describe.each(examples)('$title', (example) => {
  const test = needsRedis(example) && redisUrl === '' ? it.skip : it;

  test('runs', async () => {
    const env = { ...process.env, SCHEDULER_REDIS_URL: redisUrl };
    expect(await run(example, env)).not.toContain('Error');
  }, 60_000);
});
