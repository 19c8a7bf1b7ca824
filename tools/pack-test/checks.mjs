import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './command.mjs';
import { checkNewProject, checkSourcesOfStore } from './new-project.mjs';
import { entriesOf, root } from './packages.mjs';

const published = /^(dist\/|bin\/|migrations\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/;
const developmentOnly = /\.test\.|\/test-support\/|\.tsbuildinfo$/;

/** Everything a stranger relies on, as a list of named checks. */
export function checksOf({ packages, tarballs, consumer }) {
  const scheduler = join(consumer.folder, 'node_modules/.bin/scheduler');
  return [
    ...packages.flatMap((manifest) => [
      {
        name: `${manifest.name}: the tarball holds what is built and nothing else`,
        check: () => checkContents(manifest, tarballs.get(manifest.name).contents),
      },
      ...entriesOf(manifest).flatMap(({ specifier }) => [
        {
          name: `${specifier}: require works`,
          check: () => exportedNames(consumer.commonjs, specifier),
        },
        {
          name: `${specifier}: import works and sees the same names`,
          check: () => checkNames(consumer, specifier),
        },
      ]),
      ...Object.keys(manifest.bin ?? {}).map((command) => ({
        name: `${manifest.name}: ${command} --help works`,
        check: () => run(join(consumer.folder, 'node_modules/.bin', command), ['--help'], consumer.folder),
      })),
    ]),
    { name: 'types resolve from CommonJS', check: () => checkTypes(consumer.commonjs, packages) },
    { name: 'types resolve from ESM', check: () => checkTypes(consumer.module, packages) },
    {
      name: 'a project of scheduler init runs its first job within a minute',
      check: () => checkNewProject({ scheduler, packages: consumer.folder }),
    },
    ...['postgres', 'mysql', 'redis', 'memory'].map((store) => ({
      name: `a project of scheduler init for ${store} compiles`,
      check: () => checkSourcesOfStore(store, { scheduler, folder: consumer.folder }),
    })),
  ];
}

function checkContents(manifest, contents) {
  const needed = entriesOf(manifest).flatMap(({ files }) => files);
  assert.deepEqual(
    needed.filter((file) => !contents.includes(file)),
    [],
    'files of entries are missing',
  );
  assert.deepEqual(
    contents.filter((path) => !published.test(path) || developmentOnly.test(path)),
    [],
  );
}

async function checkNames(consumer, specifier) {
  const required = await exportedNames(consumer.commonjs, specifier);
  const imported = await exportedNames(consumer.module, specifier);
  assert.deepEqual(imported, required);
}

async function exportedNames(project, specifier) {
  const names = JSON.parse(await run(process.execPath, ['probe.js', specifier], project));
  return names.filter((each) => !['default', 'module.exports', '__esModule'].includes(each)).sort();
}

/** Every name that exists at run time must exist in the types, for each entry of each package. */
async function checkTypes(project, packages) {
  const lines = await Promise.all(
    packages.flatMap(entriesOf).map(async ({ specifier }, index) => {
      const names = await exportedNames(project, specifier);
      return [
        `import * as entry${index} from '${specifier}';`,
        `export const names${index} = [${names.map((each) => `entry${index}.${each}`).join(', ')}];`,
      ].join('\n');
    }),
  );
  writeFileSync(join(project, 'types.ts'), `${lines.join('\n')}\n`);
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], project);
}
