import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { targetOf } from './graph/index.mjs';

// Not the working directory of ESLint: nx lints each project in its own folder.
const root = fileURLToPath(new URL('../..', import.meta.url));
const place = /^((?:packages|apps|tools)\/[^/]+)\/src\/(.+)$/;

/**
 * The visitor of a rule about imports inside a project: calls `check` with { node, project, from, to } for each
 * import, export and `import()` of a relative path that stays below src. `project` is the path of its folder; `from` and
 * `to` are paths below src.
 */
export function onRelativeImports(context, check) {
  const found = place.exec(relative(root, context.filename).split(sep).join('/'));
  if (found === null) return {};
  const [, folder, from] = found;
  const project = join(root, folder);
  const visit = ({ source }) => {
    if (typeof source?.value !== 'string') return;
    const to = targetOf(from, source.value);
    if (to !== null && !to.startsWith('../')) check({ node: source, project, from, to });
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
    TSImportType: visit,
  };
}
