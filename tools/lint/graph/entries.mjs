import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/**
 * What a package lets others import: Map of the name of the entry (`index`, or the sub-path such as `adapter`) → its
 * file below src. A project without `exports` has its src/index.ts, if it has one.
 */
export function entriesOf(project) {
  const entries = new Map();
  for (const [path, target] of Object.entries(exportsOf(project))) {
    const source = target['@scheduler/source']?.replace('./src/', '');
    if (source === undefined) continue;
    entries.set(path === '.' ? basename(source, '.ts') : path.replace('./', ''), source);
  }
  if (entries.size === 0 && existsSync(join(project, 'src/index.ts'))) entries.set('index', 'index.ts');
  return entries;
}

/** The entries of all packages, as paths below the root of the workspace. */
export function packageEntries(root) {
  return readdirSync(join(root, 'packages')).flatMap((name) =>
    [...entriesOf(join(root, 'packages', name)).values()].map((file) => `packages/${name}/src/${file}`),
  );
}

/** The entries that hold nothing but exports of other files: as long as what they list, and in no folder's way. */
export function tablesOfContents(project, sources) {
  const entries = new Set(entriesOf(project).values());
  return sources
    .filter(({ file, syntax }) => entries.has(file) && exportsOnly(syntax))
    .map(({ file }) => file);
}

const exportsOnly = (syntax) =>
  syntax.statements.every((statement) => ts.isExportDeclaration(statement) && statement.moduleSpecifier);

function exportsOf(project) {
  const manifest = join(project, 'package.json');
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')).exports ?? {}) : {};
}
