import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Application, LogLevel } from 'typedoc';
import { root } from './pages.mjs';

/** The sources of everything that may be imported from a published package: [{ specifier, file }]. */
function entries() {
  return readdirSync(join(root, 'packages')).flatMap((name) => {
    const folder = join(root, 'packages', name);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return Object.entries(manifest.exports)
      .map(([path, target]) => ({
        specifier: `${manifest.name}${path.slice(1)}`,
        source: target['@scheduler/source'],
      }))
      .filter(({ source }) => typeof source === 'string' && source.endsWith('.ts'))
      .map(({ specifier, source }) => ({ specifier, file: join(folder, source) }));
  });
}

/** Writes the reference of every package into the folder, with one process that reads all types once. */
export async function buildReference(folder, { version }) {
  const all = entries();
  const app = await Application.bootstrap({
    name: `@scheduler ${version}`,
    entryPoints: all.map(({ file }) => file),
    tsconfig: join(root, 'tools/docs/tsconfig.reference.json'),
    out: folder,
    // Types are checked elsewhere.
    skipErrorChecking: true,
    excludeInternal: true,
    excludePrivate: true,
    readme: 'none',
    githubPages: false,
    disableSources: true,
    hideGenerator: true,
    navigationLinks: { Documentation: '../index.html', GitHub: 'https://github.com/scheduler-js/scheduler' },
    validation: { notExported: false, invalidLink: true, rewrittenLink: false, notDocumented: false },
    logLevel: LogLevel.Warn,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('TypeDoc could not read the packages');
  nameModules(project, all);
  app.validate(project);
  await app.generateDocs(project, folder);
  return { modules: all.length, warnings: app.logger.warningCount, errors: app.logger.errorCount, folder };
}

/** A module is named as one imports it, and not by the path of its source. */
function nameModules(project, all) {
  for (const module of project.children ?? []) {
    const source = project.getSymbolIdFromReflection(module)?.fileName ?? '';
    const entry = all.find(
      ({ file }) => file.replaceAll('\\', '/').endsWith(source.replaceAll('\\', '/')) && source !== '',
    );
    if (entry !== undefined) module.name = entry.specifier;
  }
}
