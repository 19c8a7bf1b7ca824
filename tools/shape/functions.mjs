import ts from 'typescript';

/**
 * Every function of a parsed file that has a body: { name, line, lines, parameters, isNamed }. Lines that hold only a
 * comment are not counted, as in lint. A callback without a name of its own is named after what surrounds it.
 */
export function functionsIn({ text, syntax }) {
  const counted = countedLines(text);
  const found = [];
  const visit = (node, around) => {
    if (!ts.isFunctionLike(node) || node.body === undefined) {
      const inside = ts.isClassLike(node) ? (node.name?.text ?? around) : around;
      return ts.forEachChild(node, (child) => visit(child, inside));
    }
    const own = ownName(node);
    const name = own === null ? `a callback in ${around ?? 'the module'}` : qualified(node, own, around);
    const [first, last] = [node.getStart(syntax), node.end].map((position) => lineAt(syntax, position));
    const lines = counted.slice(first, last + 1).filter(Boolean).length;
    found.push({ name, line: first + 1, lines, parameters: node.parameters.length, isNamed: own !== null });
    return ts.forEachChild(node, (child) => visit(child, own === null ? around : name));
  };
  visit(syntax, null);
  return found;
}

function ownName(node) {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  const isNamedByParent =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  return isNamedByParent ? parent.name.getText() : null;
}

/** Members of a class carry its name. */
function qualified(node, own, around) {
  const holder = ts.isPropertyDeclaration(node.parent) ? node.parent.parent : node.parent;
  return ts.isClassLike(holder) && around !== null ? `${around}.${own}` : own;
}

const lineAt = (syntax, position) => syntax.getLineAndCharacterOfPosition(position).line;

/** For each line whether it counts: whether it is more than a comment. */
function countedLines(text) {
  let inComment = false;
  return text.split('\n').map((line) => {
    const trimmed = line.trim();
    if (!inComment && trimmed.startsWith('//')) return false;
    if (!inComment && !trimmed.startsWith('/*')) return true;
    inComment = !trimmed.includes('*/');
    return !inComment && !trimmed.endsWith('*/');
  });
}
