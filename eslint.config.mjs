import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { determinism, determinismImports, determinismSyntax } from './tools/lint/determinism.mjs';
import { domainPurity } from './tools/lint/domains.mjs';
import { productBoundaries, testBoundaries } from './tools/lint/module-boundaries.mjs';

const testFiles = ['**/*.test.ts', '**/src/test-support/**/*.ts'];

const tableOfContents = [
  { selector: 'ExportAllDeclaration', message: 'Name every export: index.ts is a table of contents.' },
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
];

const noNodeBuiltIns = {
  regex: '^node:',
  message: 'Contracts and recurrence are plain TypeScript that also runs in a browser.',
};

export default tseslint.config(
  {
    // Examples of packages are programs of their own, with dependencies that the workspace does not have.
    ignores: ['**/jest.config.cjs', '**/dist', '**/coverage', '**/tmp', '**/.nx', 'packages/*/examples'],
  },
  { plugins: { '@nx': nx }, linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,cjs,mjs,ts,tsx}'],
    rules: { ...productBoundaries, eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      'no-restricted-syntax': ['error', ...tableOfContents],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 60, skipComments: true }],
      'max-params': ['error', 4],
    },
  },
  {
    // A table of contents is as long as what it lists.
    files: ['packages/*/src/index.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['packages/contracts/src/**/*.ts'],
    ignores: testFiles,
    rules: { 'no-restricted-imports': ['error', { patterns: [noNodeBuiltIns] }] },
  },
  {
    files: ['packages/{core,memory,recurrence}/src/**/*.ts'],
    ignores: [...testFiles, 'packages/core/src/system/**'],
    rules: {
      ...determinism,
      'no-restricted-syntax': ['error', ...tableOfContents, ...determinismSyntax],
      'no-restricted-imports': ['error', { patterns: determinismImports }],
    },
  },
  {
    files: ['packages/recurrence/src/**/*.ts'],
    ignores: testFiles,
    rules: { 'no-restricted-imports': ['error', { patterns: [noNodeBuiltIns, ...determinismImports] }] },
  },
  ...domainPurity,
  {
    files: testFiles,
    rules: {
      ...testBoundaries,
      '@typescript-eslint/no-non-null-assertion': 'off',
      'max-lines': ['error', 400],
      'max-lines-per-function': 'off',
    },
  },
);
