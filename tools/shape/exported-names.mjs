import ts from 'typescript';

/** The names that a parsed file exports: declared in it, or passed on from another file. */
export function exportedNames(syntax) {
  return exportsOf(syntax).map(({ name }) => name);
}

/** The names that a parsed file declares and exports, with the members that users of a class see: `Clock(now sleep)`. */
export function declaredNames(syntax) {
  return exportsOf(syntax)
    .filter(({ declaration }) => declaration !== null)
    .map(({ name, declaration }) => {
      const members = ts.isClassDeclaration(declaration) ? publicMembers(declaration) : [];
      return members.length === 0 ? name : `${name}(${members.join(' ')})`;
    });
}

function exportsOf(syntax) {
  return syntax.statements
    .flatMap((statement) => {
      if (ts.isExportDeclaration(statement)) return listed(statement.exportClause);
      if (!hasModifier(statement, ts.SyntaxKind.ExportKeyword)) return [];
      if (ts.isVariableStatement(statement))
        return statement.declarationList.declarations.flatMap((declaration) =>
          boundNames(declaration.name).map((name) => ({ name, declaration })),
        );
      return statement.name === undefined ? [] : [{ name: statement.name.text, declaration: statement }];
    })
    .filter(isFirst);
}

function listed(clause) {
  if (clause === undefined) return [];
  const names = ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name) : [clause.name];
  return names.map(({ text }) => ({ name: text, declaration: null }));
}

function boundNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

function publicMembers({ members }) {
  const names = members
    .filter(
      (member) =>
        member.name !== undefined &&
        !ts.isPrivateIdentifier(member.name) &&
        !hasModifier(member, ts.SyntaxKind.PrivateKeyword),
    )
    .map(({ name }) => name.getText());
  return [...new Set(names)];
}

const hasModifier = (node, kind) => node.modifiers?.some((modifier) => modifier.kind === kind) ?? false;

/** Overloads, and a type beside a value of the same name, are one name. */
const isFirst = ({ name }, index, all) => all.findIndex((other) => other.name === name) === index;
