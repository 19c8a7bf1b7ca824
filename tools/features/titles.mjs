import ts from 'typescript';
import { rowsOf } from './table-rows.mjs';

const TEST = new Set(['it', 'test']);
const GROUP = new Set(['describe']);
/** Of the conformance suites: what runs them is the store that is named. */
const CONFORMANCE = /^run(Store|Queue|Leadership|EventBus)Conformance$/;
const LISTS = { DATABASES: ['sqlite', 'postgres', 'mariadb'], SERVERS: ['postgres', 'mariadb'] };

/**
 * Every test of a file, with the titles around it, and the databases on which they say to run. A test that is skipped or to be written
 * proves nothing and is left out. `certifies`: the stores for which the file runs the conformance suites.
 */
export function testsIn(text, file = 'x.test.ts') {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const tests = [];
  const certifies = [];
  const visit = (node, around) => {
    if (!ts.isCallExpression(node)) return ts.forEachChild(node, (child) => visit(child, around));
    const { name, modifiers } = calleeOf(node);
    if (modifiers.some((modifier) => modifier === 'skip' || modifier === 'todo')) return undefined;
    const title = textOf(node.arguments[0]);
    if (TEST.has(name) && title !== null) {
      const rows = rowsOf(node, source);
      const titles = rows.length === 0 ? [title] : rows.map((row) => `${title} ${row}`.trim());
      for (const own of titles) tests.push({ titles: [...around.titles, own], databases: around.databases });
      return undefined;
    }
    if (CONFORMANCE.test(name) && title !== null && !isPartial(node)) certifies.push(title);
    const inside = insideOf(name, title, node, around);
    return ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, { titles: [], databases: [] });
  return { tests, certifies, cases: casesIn(source) };
}

/** A store that leaves ports out proves what the others prove of those that it has; it must not stand beside the features of the missing ones. */
function isPartial({ arguments: [, , options] }) {
  if (options === undefined || !ts.isObjectLiteralExpression(options)) return false;
  return options.properties.some((property) => property.name?.getText() === 'without');
}

function insideOf(name, title, node, around) {
  if (GROUP.has(name) && title !== null) {
    const own = [title, ...rowsOf(node, node.getSourceFile())].join(' ');
    return { ...around, titles: [...around.titles, own] };
  }
  if (name === 'onDatabase' && title !== null) return { ...around, databases: [title] };
  if (name === 'onEach') return { ...around, databases: databasesOf(node.arguments[0]) };
  return around;
}

/** `it.each(table)(title, test)` is `it` with the modifier `each`. */
function calleeOf(node) {
  const modifiers = [];
  let callee = node.expression;
  for (;;) {
    if (ts.isPropertyAccessExpression(callee)) {
      modifiers.push(callee.name.text);
      callee = callee.expression;
    } else if (ts.isCallExpression(callee)) callee = callee.expression;
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag;
    else return { name: ts.isIdentifier(callee) ? callee.text : '', modifiers };
  }
}

function databasesOf(node) {
  if (ts.isIdentifier(node)) return LISTS[node.text] ?? [];
  if (!ts.isArrayLiteralExpression(node)) return [];
  return node.elements.map(textOf).filter((text) => text !== null);
}

/** Cases of conformance groups: `{ title, cases: { 'rule': … } }`. */
function casesIn(source) {
  const found = [];
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node)) {
      const title = textOf(propertyOf(node, 'title'));
      const cases = propertyOf(node, 'cases');
      if (title !== null && cases !== undefined && ts.isObjectLiteralExpression(cases)) {
        for (const { name } of cases.properties) {
          if (name !== undefined && ts.isStringLiteralLike(name))
            found.push({ titles: [title, name.text], databases: [] });
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function propertyOf(object, name) {
  return object.properties.find(
    (property) => ts.isPropertyAssignment(property) && property.name.getText() === name,
  )?.initializer;
}

/** The text of a title, without what is only known when it runs. Null: it is none. */
function textOf(node) {
  if (node === undefined) return null;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  }
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === null || right === null ? null : left + right;
  }
  return null;
}
