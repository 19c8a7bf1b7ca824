import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run } from './command.mjs';
import { checkGuides } from './guides.mjs';
import { checkManifest, checkTypes } from './linters.mjs';
import { checkMounts, installFrameworks } from './mounts.mjs';
import { checkNewProject, checkSourcesOfStores } from './new-project.mjs';
import { entriesOf } from './packages.mjs';
import { checkMaps, checkPage } from './published.mjs';
import { compileProject, exportedNames, runProgram } from './projects.mjs';
import { BUDGETS_FILE, checkSize, outdatedBudgets } from './size-budget.mjs';
import { checkTutorial } from './tutorial.mjs';

const always = ['package.json', 'README.md', 'LICENSE'];
const published = /^(dist\/|esm\/|bin\/|migrations\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/;
const developmentOnly = /\.test\.|\/test-support\/|\.tsbuildinfo$/;

/** Everything a stranger relies on, as a list of named checks. */
export function checksOf({ packages, tarballs, consumer, withInversify8, postgres, log }) {
  const scheduler = join(consumer.folder, 'node_modules/.bin/scheduler');
  const frameworks = once(() => installFrameworks(consumer, tarballs.get('@scheduler/nestjs').file));
  return [
    // The longest comes first, so that the others run beside it.
    {
      name: 'a project of scheduler init works as on the first day of a newcomer',
      check: () => checkNewProject({ scheduler, packages: consumer.folder }),
    },
    {
      name: 'the tutorial leads from an empty folder to a typed, transactional, tested job on PostgreSQL within ten minutes',
      check: () => checkTutorial({ scheduler, packages: consumer.folder, postgres, log }),
    },
    {
      name: 'the API is the same on Express 4 and 5, Fastify, Hono, Next.js and Nest, with raw and parsed bodies (F252)',
      check: async () => checkMounts(await frameworks()),
    },
    {
      name: 'the guides to frameworks and to transactions of Drizzle, Kysely and Prisma compile, run and end as they are (F258)',
      check: async () => checkGuides({ folder: await frameworks(), scheduler, postgres, log }),
    },
    ...packages.flatMap((manifest) => checksOfPackage(manifest, { tarballs, consumer })),
    { name: 'every size budget is that of a package', check: () => checkBudgets(packages) },
    { name: 'require and import see the same names', check: () => checkNames(consumer, packages) },
    ...Object.entries(consumer.projects).map(([kind, project]) => ({
      name: `a strict ${kind} project compiles with every package, and runs`,
      check: () => checkProject(project, { consumer, packages }),
    })),
    // It has one declaration for all, so that a bundler resolves what an ES module does.
    ...['commonjs', 'module'].map((kind) => ({
      name: `a strict ${kind} project compiles with InversifyJS 8, and runs`,
      check: () => checkInversify8(withInversify8.projects[kind], withInversify8),
    })),
    {
      name: 'a project of scheduler init compiles for every store',
      check: () => checkSourcesOfStores({ scheduler, folder: consumer.folder }),
    },
  ];
}

/** Several checks need the same installation; the first one makes it. */
function once(make) {
  let made;
  return () => (made ??= make());
}

function checksOfPackage(manifest, { tarballs, consumer }) {
  const installed = join(consumer.folder, 'node_modules', manifest.name);
  const tarball = tarballs.get(manifest.name);
  return [
    { name: `${manifest.name}: publint finds no fault`, check: () => checkManifest(tarball.file) },
    {
      name: `${manifest.name}: its types are right for every way of resolving them`,
      check: () => checkTypes(tarball.file),
    },
    { name: `${manifest.name}: it keeps to its size budget`, check: () => checkSize(manifest.name, tarball) },
    {
      name: `${manifest.name}: its page on the registry has a licence, keywords, a repository and links that work`,
      check: () => checkPage(installed, manifest),
    },
    {
      name: `${manifest.name}: its maps have their sources`,
      check: () => checkMaps(installed),
    },
    {
      name: `${manifest.name}: the tarball holds what is built and nothing else`,
      check: () => checkContents(manifest, tarball.contents),
    },
    ...Object.keys(manifest.bin ?? {}).map((command) => ({
      name: `${manifest.name}: ${command} --help works`,
      check: () => run(join(consumer.folder, 'node_modules/.bin', command), ['--help'], consumer.folder),
    })),
  ];
}

/** What is neither code nor about the package: files of other programs, which belong to its users. */
const FILES = /^files\/[a-z-]+\.(?:json|yml)$/;
/** What a thread begins with is not compiled, so that it is the same file beside the sources and beside the build. */
const THREAD = /^thread\/main\.cjs$/;

function checkContents(manifest, contents) {
  const needed = [...always, ...entriesOf(manifest).flatMap(({ files }) => files)];
  assert.deepEqual(
    needed.filter((file) => !contents.includes(file)),
    [],
    'files are missing',
  );
  assert.deepEqual(
    contents.filter(
      (path) => ![published, FILES, THREAD].some((known) => known.test(path)) || developmentOnly.test(path),
    ),
    [],
  );
}

function checkBudgets(packages) {
  const outdated = outdatedBudgets(packages.map(({ name }) => name));
  assert.deepEqual(outdated, [], `${BUDGETS_FILE} has rows of packages that are not published`);
}

const specifiersOf = (packages) => packages.flatMap(entriesOf).map(({ specifier }) => specifier);

async function checkNames({ projects }, packages) {
  const [required, imported] = await Promise.all(
    [projects.commonjs, projects.module].map((project) => exportedNames(project, specifiersOf(packages))),
  );
  assert.deepEqual(imported, required);
  assert.deepEqual(
    [...required].filter(([, names]) => names.length === 0),
    [],
  );
}

async function checkProject(project, { consumer, packages }) {
  const programs = ['everything.ts', 'inversify-7.ts'];
  await compileProject(project, {
    names: await exportedNames(project, specifiersOf(packages)),
    programs,
    readmes: packages.map(({ name }) => join(consumer.folder, 'node_modules', name, 'README.md')),
  });
  await Promise.all(programs.map((program) => runProgram(project, program)));
}

async function checkInversify8(project, { folder }) {
  await compileProject(project, {
    programs: ['inversify-8.ts'],
    readmes: [join(folder, 'node_modules/@scheduler/inversify/README.md')],
  });
  await runProgram(project, 'inversify-8.ts');
  await Promise.all(
    ['readme-0-0.js', 'readme-0-1.js', 'readme-0-2.js'].map((example) =>
      run(process.execPath, [join('out', example)], project),
    ),
  );
}
