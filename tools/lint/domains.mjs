/** A domain knows contracts, Node.js and itself; nothing of the engine, of DI or of the application around it. */

const outsideDomain = {
  regex: '^(?!@scheduler/contracts$|node:|\\.{1,2}(/|$))',
  message:
    'A domain imports @scheduler/contracts and node: built-ins only; wiring belongs outside src/domains.',
};

// The deeper a file lies, the more `../` it may use before it leaves src/domains.
const leavingDomains = (depth) => ({
  regex: `^(\\.\\./){${depth + 1}}|^(\\.\\./){${depth}}\\.\\.$`,
  message: 'A domain does not reach out of src/domains.',
});

export const domainPurity = [0, 1, 2, 3].map((depth) => ({
  files: [`apps/*/src/domains/${'*/'.repeat(depth)}*.ts`],
  ignores: ['**/*.test.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns: [outsideDomain, leavingDomains(depth)] }] },
}));
