const { basename, join, relative } = require('node:path');

/**
 * The jest configuration of the project in the given folder.
 *
 * Tests run from TypeScript sources: the export condition leads to src, so they need no build. The root is that of
 * the workspace because coverage belongs to the code and not to the project whose test ran it: each project reports
 * every package that it loads (jest measures nothing outside its root), and tools/test merges the reports.
 */
module.exports = (folder) => ({
  displayName: basename(folder),
  rootDir: __dirname,
  roots: [join(folder, 'src')],
  testMatch: ['**/src/**/*.test.ts'],
  passWithNoTests: true,
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['@scheduler/source', 'node', 'require', 'node-addons'],
  },
  coverageDirectory: join(folder, 'coverage'),
  coverageReporters: ['json', 'text-summary'],
  collectCoverageFrom: [
    'packages/*/src/**/*.ts',
    `${relative(__dirname, folder)}/src/**/*.ts`,
    '!**/*.test.ts',
    '!**/src/test-support/**',
  ],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
});
