import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';
import { coreFolders } from './tools/lint/core-folders.mjs';
import { determinism, determinismImports, determinismSyntax } from './tools/lint/determinism.mjs';
import { domainPurity } from './tools/lint/domains.mjs';
import { packageEntries } from './tools/lint/graph/index.mjs';
import { generatedFolder, limits } from './tools/lint/limits.mjs';
import { productBoundaries, testBoundaries } from './tools/lint/module-boundaries.mjs';
import { workspacePlugin } from './tools/lint/plugin.mjs';

/**
 * `eslint .` reads the types of the whole workspace as one program, which takes two thirds of the time. An editor, or the target of a single
 * project, reads only what it needs.
 */
const types = process.argv.includes('.') ? { project: './tsconfig.lint.json' } : { projectService: true };

/** The dashboard has programs of its own: its sources know a browser, and those of the other packages must not. */
const dashboardTypes = process.argv.includes('.')
  ? { project: ['lib', 'browser', 'spec'].map((name) => `./packages/dashboard/tsconfig.${name}.json`) }
  : { projectService: true };

const noMarkup = [
  {
    selector:
      "JSXAttribute[name.name='dangerouslySetInnerHTML'], MemberExpression[property.name=/^(inner|outer)HTML$/]",
    message: 'Texts of the dashboard become text nodes: what is stored must never become markup.',
  },
];

const testFiles = ['**/*.test.ts', '**/src/test-support/**/*.ts'];

const tableOfContents = [
  { selector: 'ExportAllDeclaration', message: 'Name every export: index.ts is a table of contents.' },
  { selector: 'ExportDefaultDeclaration', message: 'Use a named export.' },
];

const noNodeBuiltIns = {
  regex: '^node:',
  message: 'Contracts, recurrence and client are plain TypeScript that also runs in a browser.',
};

export default tseslint.config(
  {
    // Examples of packages and programs of the pack test stand alone, with dependencies that the workspace does not have.
    ignores: [
      '**/jest.config.cjs',
      '**/dist',
      '**/coverage',
      '**/tmp',
      '**/.nx',
      'packages/*/examples',
      'tools/pack-test/programs',
    ],
  },
  {
    plugins: { '@nx': nx, workspace: workspacePlugin },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.{js,cjs,mjs,ts,tsx}'],
    rules: { ...productBoundaries, eqeqeq: 'error', 'no-var': 'error', 'prefer-const': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    languageOptions: { parserOptions: { ...types, tsconfigRootDir: import.meta.dirname } },
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
      'max-lines': ['error', limits.fileLines],
      'max-lines-per-function': ['error', { max: limits.functionLines, skipComments: true }],
      'max-params': ['error', limits.parameters],
    },
  },
  {
    files: ['packages/dashboard/src/**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { ...dashboardTypes, tsconfigRootDir: import.meta.dirname } },
    rules: { 'no-restricted-syntax': ['error', ...tableOfContents, ...noMarkup] },
  },
  {
    files: ['{packages,apps,tools}/*/src/**/*.{ts,tsx}'],
    ignores: testFiles,
    rules: { 'workspace/no-folder-cycle': 'error' },
  },
  {
    files: ['packages/core/src/**/*.ts'],
    ignores: testFiles,
    rules: { 'workspace/folder-order': ['error', { folders: coreFolders }] },
  },
  {
    // A table of contents is as long as what it lists; `npm run shape` checks that it is nothing else. So is what a program writes.
    files: [...packageEntries(import.meta.dirname), `packages/*/src/${generatedFolder}**`],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['packages/{client,contracts}/src/**/*.ts'],
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
  {
    // What is loaded on first use: a synchronous call cannot wait for import().
    files: ['packages/recurrence/src/{trigger,describe}/lazy.ts'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
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
