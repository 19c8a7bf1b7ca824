/**
 * A domain knows contracts, Node.js and itself; nothing of the engine, of DI or of the application around it. Only the files that define
 * workflows know how workflows are defined.
 */

const outsideDomain = {
  regex: '^(?!@scheduler/contracts$|node:|\\.{1,2}(/|$))',
  message:
    'A domain imports @scheduler/contracts and node: built-ins only, and @scheduler/workflow in *.workflow.ts; wiring belongs outside src/domains.',
};

const outsideDefinition = {
  regex: '^(?!@scheduler/(contracts|workflow)$|node:|\\.{1,2}(/|$))',
  message:
    'A definition of a workflow imports @scheduler/workflow, @scheduler/contracts and node: built-ins only; wiring belongs outside src/domains.',
};

// The deeper a file lies, the more `../` it may use before it leaves src/domains.
const leavingDomains = (depth) => ({
  regex: `^(\\.\\./){${depth + 1}}|^(\\.\\./){${depth}}\\.\\.$`,
  message: 'A domain does not reach out of src/domains.',
});

const DEFINITIONS = '**/*.workflow.ts';

export const domainPurity = [0, 1, 2, 3].flatMap((depth) => {
  const folder = `apps/*/src/domains/${'*/'.repeat(depth)}`;
  const only = (...patterns) => ({
    'no-restricted-imports': ['error', { patterns: [...patterns, leavingDomains(depth)] }],
  });
  return [
    { files: [`${folder}*.ts`], ignores: ['**/*.test.ts', DEFINITIONS], rules: only(outsideDomain) },
    { files: [`${folder}*.workflow.ts`], rules: only(outsideDefinition) },
  ];
});
