const { basename, join } = require('node:path');

/** The projects whose tests measure how much of contracts and core they run. Measuring doubles the time of a test. */
const MEASURED = new Set(['contracts', 'core', 'memory']);
const isMeasured = (project) => MEASURED.has(project);

const COMPILED = [
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
];

/**
 * The jest configuration of the project in the given folder.
 *
 * Tests run from TypeScript sources: the export condition leads to src, so they need no build. The root is that of
 * the workspace because coverage belongs to the code and not to the project whose test ran it (jest measures nothing
 * outside its root). tools/test/all-projects.cjs runs all projects in one jest.
 */
module.exports = (folder) => ({
  displayName: basename(folder),
  rootDir: __dirname,
  roots: [join(folder, 'src')],
  testMatch: ['**/src/**/*.test.ts'],
  passWithNoTests: true,
  // Generous, because tests wait for events and not for time: on a busy machine an event may take long.
  testTimeout: 240_000,
  testEnvironment: 'node',
  testEnvironmentOptions: {
    customExportConditions: ['@scheduler/source', 'node', 'require', 'node-addons'],
  },
  coverageDirectory: join(folder, 'coverage'),
  coverageReporters: ['json', 'text-summary'],
  collectCoverageFrom: ['packages/{contracts,core}/src/**/*.ts', '!**/*.test.ts', '!**/src/test-support/**'],
  coveragePathIgnorePatterns: isMeasured(basename(folder)) ? ['/node_modules/'] : ['.'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': COMPILED, '/node_modules/jose/.+\\.js$': COMPILED },
  // jose has ES modules only, which jest cannot load on Node 20 as they are.
  transformIgnorePatterns: ['/node_modules/(?!jose/)'],
});

module.exports.isMeasured = isMeasured;
