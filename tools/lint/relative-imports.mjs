import { relative, sep } from 'node:path';
import { targetOf } from './graph/index.mjs';

const place = /^((?:packages|apps|tools)\/[^/]+)\/src\/(.+)$/;

/**
 * The visitor of a rule about imports inside a project: calls `check` with { node, project, from, to } for each
 * import, export and `import()` of a relative path that stays below src. `from` and `to` are paths below src.
 */
export function onRelativeImports(context, check) {
  const found = place.exec(relative(context.cwd, context.filename).split(sep).join('/'));
  if (found === null) return {};
  const [, project, from] = found;
  const visit = (node, specifier) => {
    if (typeof specifier?.value !== 'string') return;
    const to = targetOf(from, specifier.value);
    if (to !== null && !to.startsWith('../')) check({ node: specifier, project, from, to });
  };
  return {
    ImportDeclaration: (node) => visit(node, node.source),
    ExportNamedDeclaration: (node) => visit(node, node.source),
    ExportAllDeclaration: (node) => visit(node, node.source),
    ImportExpression: (node) => visit(node, node.source),
    TSImportType: (node) => visit(node, node.source),
  };
}
