import { posix } from 'node:path';
import ts from 'typescript';

/** The import graph of parsed files: Map of file → Set of the files among them that it imports, types included. */
export function importGraph(sources) {
  const known = new Set(sources.map(({ file }) => file));
  return new Map(
    sources.map(({ file, syntax }) => [
      file,
      new Set(
        specifiersIn(syntax)
          .map((specifier) => targetOf(file, specifier))
          .filter((target) => known.has(target) && target !== file),
      ),
    ]),
  );
}

/** The path below src to which a relative specifier leads. Null: it is not relative. */
export function targetOf(file, specifier) {
  if (!specifier.startsWith('.')) return null;
  const path = posix.join(posix.dirname(file), specifier);
  return path.replace(/\.js(x?)$/, '.ts$1');
}

/** What a file imports or exports from, also by `import()` and by the type `import('…')`. */
function specifiersIn(syntax) {
  const found = [];
  const visit = (node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return found;
}

function specifierOf(node) {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return node.arguments[0];
  return undefined;
}
