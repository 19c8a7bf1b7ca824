import ts from 'typescript';

/** What names each row of `it.each(table)`: its first text, or all texts of an object. Empty: the table cannot be read. */
export function rowsOf(call, source) {
  const table = tableOf(call.expression);
  const array = table === undefined ? undefined : arrayOf(table, source);
  return array === undefined ? [] : array.elements.map(nameOf);
}

/** The argument of `.each` in `it.each(table)(title, test)`. */
function tableOf(callee) {
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return undefined;
  return callee.expression.name.text === 'each' ? callee.arguments[0] : undefined;
}

function arrayOf(node, source) {
  if (ts.isArrayLiteralExpression(node)) return node;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return arrayOf(node.expression, source);
  if (!ts.isIdentifier(node)) return undefined;
  const declared = declarationOf(node.text, source);
  return declared?.initializer === undefined ? undefined : arrayOf(declared.initializer, source);
}

function declarationOf(name, source) {
  let found;
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name)
      found ??= node;
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function nameOf(row) {
  if (ts.isStringLiteralLike(row)) return row.text;
  if (ts.isArrayLiteralExpression(row)) return row.elements.find(ts.isStringLiteralLike)?.text ?? '';
  if (!ts.isObjectLiteralExpression(row)) return '';
  return row.properties
    .flatMap((property) =>
      ts.isPropertyAssignment(property) && ts.isStringLiteralLike(property.initializer)
        ? [property.initializer.text]
        : [],
    )
    .join(' ');
}
