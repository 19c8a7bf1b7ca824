// Every project runs from TypeScript sources: the export condition leads to src, so tests need no build.
module.exports = {
  testEnvironment: 'node',
  passWithNoTests: true,
  testMatch: ['**/src/**/*.test.ts'],
  testEnvironmentOptions: {
    customExportConditions: ['@scheduler/source', 'node', 'require', 'node-addons'],
  },
  // Coverage of a package counts wherever its code is run from: each project reports every package that it loads,
  // and tools/test merges the reports.
  coverageReporters: ['json'],
  collectCoverageFrom: [
    '{src,../../packages/*/src}/**/*.ts',
    '!**/*.test.ts',
    '!**/src/test-support/**',
    '!**/node_modules/**',
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
};
