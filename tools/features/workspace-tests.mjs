import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { byRank } from './stores.mjs';
import { testsIn } from './titles.mjs';

/** Every test of the workspace: { file, titles, adapters }. */
export function workspaceTests(root) {
  const read = (file) => ({
    file: relative(root, file).split(sep).join('/'),
    text: readFileSync(file, 'utf8'),
  });
  const files = sourceFolders(root)
    .flatMap((folder) => filesIn(folder, isTest))
    .map(read);
  const scanned = files.map(({ file, text }) => ({ file, text, ...testsIn(text, file) }));
  const certified = [...new Set(scanned.flatMap(({ certifies }) => certifies))].sort(byRank);
  const suites = filesIn(join(root, 'packages/testing/src/conformance'), (file) => !isTest(file)).map(read);
  return [
    ...scanned.flatMap(({ file, text, tests }) =>
      tests.map(({ titles, databases }) => ({
        file,
        titles,
        adapters: databases.length > 0 ? databases : adaptersOf(file, text),
      })),
    ),
    ...suites.flatMap(({ file, text }) =>
      testsIn(text, file).cases.map(({ titles }) => ({ file, titles, adapters: certified })),
    ),
  ];
}

/**
 * Where a test does not name its databases: the store that its file, or the scene that it imports, brings along. Empty: it needs
 * none.
 */
function adaptersOf(file, text) {
  const adapters = new Set();
  if (/@scheduler\/memory|\/scene\.js|\/driven-app\.js/.test(text) || file.startsWith('packages/memory/'))
    adapters.add('memory');
  if (/@scheduler\/knex|sqlite:/.test(text)) adapters.add('sqlite');
  return [...adapters];
}

const isTest = (file) => file.endsWith('.test.ts');

function sourceFolders(root) {
  return ['packages', 'apps', 'tools']
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name, 'src')))
    .filter((folder) => existsSync(folder));
}

function filesIn(folder, isWanted) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .sort()
    .map((file) => join(folder, file));
}
