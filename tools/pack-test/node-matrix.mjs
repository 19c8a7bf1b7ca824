import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.mjs';
import { writeJson } from './kinds.mjs';
import { binariesOf, NODE_VERSIONS } from './node-versions.mjs';
import { entriesOf } from './packages.mjs';
import { exportedNames } from './projects.mjs';

const PROGRAMS = fileURLToPath(new URL('./programs', import.meta.url));
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
const ENGINE = ['contracts', 'recurrence', 'core', 'knex'].map((name) => `@scheduler/${name}`);

/** Each version of Node.js with every entry in both module formats, and with a job that is carried out on SQLite. */
export function checksOfNodeVersions({ packages, tarballs, consumer }) {
  const oldest = NODE_VERSIONS[0].version;
  const specifiers = packages.flatMap(entriesOf).map(({ specifier }) => specifier);
  return [
    ...NODE_VERSIONS.map(({ version, hasSqlite }) => ({
      name: `Node.js ${version}: every entry is required and imported, and a job runs on SQLite`,
      check: () => checkVersion({ version, hasSqlite }, { specifiers, tarballs, consumer }),
    })),
    {
      name: `Node.js ${oldest}: everything installs with engine-strict`,
      check: () => checkEngines(oldest, consumer),
    },
  ];
}

async function checkVersion({ version, hasSqlite }, { specifiers, tarballs, consumer }) {
  const bin = await binariesOf(version);
  const program = join(bin, 'node');
  assert.equal((await run(program, ['--version'], consumer.folder)).trim(), `v${version}`);
  for (const project of [consumer.projects.commonjs, consumer.projects.module]) {
    const names = await exportedNames(project, specifiers, program);
    assert.deepEqual(names, await exportedNames(project, specifiers));
  }
  await runJob(consumer.folder, { program, driver: '@photostructure/sqlite' });
  if (hasSqlite) await runJobOnBuiltIn(bin, tarballs);
}

/** An installation without the package for SQLite, so that the store takes what Node.js has. */
function runJobOnBuiltIn(bin, tarballs) {
  const dependencies = Object.fromEntries(ENGINE.map((name) => [name, `file:${tarballs.get(name).file}`]));
  return inNewFolder(dependencies, async (folder) => {
    await run('npm', INSTALL, folder, before(bin));
    await runJob(folder, { program: join(bin, 'node'), driver: 'node:sqlite' });
  });
}

/** As a CommonJS program and as an ES module. */
async function runJob(folder, { program, driver }) {
  for (const file of ['run-one-job.cjs', 'one-job.cjs', 'one-job.mjs'])
    copyFileSync(join(PROGRAMS, file), join(folder, file));
  for (const file of ['one-job.cjs', 'one-job.mjs'])
    assert.match(await run(program, [file, driver], folder), /^everything works$/m);
}

/** What a project with `engine-strict` gets: npm then refuses each dependency that does not support this Node.js. */
function checkEngines(version, consumer) {
  const { dependencies } = JSON.parse(readFileSync(join(consumer.folder, 'package.json'), 'utf8'));
  return inNewFolder(dependencies, async (folder) => {
    await run('npm', [...INSTALL, '--engine-strict'], folder, before(await binariesOf(version)));
  });
}

/** Outside the installation, so that nothing is resolved from there. */
async function inNewFolder(dependencies, use) {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-node-'));
  try {
    writeJson(folder, 'package.json', { name: 'on-one-version', private: true, dependencies });
    await use(folder);
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

/** npm, too, runs on the version. */
const before = (bin) => ({ PATH: `${bin}${delimiter}${process.env.PATH}` });
