const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');
// eslint-disable-next-line @nx/enforce-module-boundaries -- the options of all tests stand at the root, where jest.config.cjs of each project finds them
const { isMeasured } = require('../../jest.preset.cjs');

const joinPackages = require('./joined-packages.cjs');

const root = join(__dirname, '../..');
const configs = ['packages', 'apps', 'tools']
  .flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'jest.config.cjs')),
  )
  .filter((file) => existsSync(file))
  .map((file) => require(file));

const ENGINE_TESTS = join(root, 'tools/integration-tests/src');
/**
 * Tests of the whole engine whose coverage is measured too, one for each large part of core. To measure all of them would double their time
 * and add little.
 */
const MEASURED =
  '(alerts|defining-jobs|declared|event-handlers|event-log|event-log-replay|event-subscriptions|forecast|metrics|node|rate-limits|runtime-api)\\.test\\.ts';

/**
 * What is not measured is tested against the packages below it as they were just built, so that these need not be compiled once more. A
 * project that is tested alone reads the sources of all, and needs no build.
 */
const BUILT = ['node', 'require', 'node-addons'];

/**
 * All projects of the workspace in one jest: its workers take the slowest files first, and load jest once and not for each project. To jest
 * they are two projects, those whose coverage is measured and the others, because it compiles every source anew for each project.
 */
module.exports = {
  rootDir: root,
  projects: ['measured', 'others'].map(merged),
  testTimeout: configs[0].testTimeout,
  testSequencer: join(__dirname, 'slowest-first.cjs'),
  // What a worker keeps of the files that it has run slows down its garbage collection: beyond this it is started anew.
  workerIdleMemoryLimit: '400MB',
  collectCoverageFrom: configs[0].collectCoverageFrom,
  coverageDirectory: join(root, 'tmp/coverage'),
  coverageReporters: ['json'],
};

function merged(group) {
  const members = configs.filter(({ displayName }) => isMeasured(displayName) === (group === 'measured'));
  const own = { ...ofProject(members[0]), displayName: group };
  const roots = members.flatMap((project) => project.roots);
  if (group === 'measured')
    return {
      ...own,
      roots: [...roots, ENGINE_TESTS],
      testPathIgnorePatterns: [`/integration-tests/src/(?!${MEASURED}$)`],
    };
  return {
    ...own,
    roots,
    testPathIgnorePatterns: [`/integration-tests/src/${MEASURED}$`],
    testEnvironmentOptions: { customExportConditions: BUILT },
    moduleNameMapper: { ...own.moduleNameMapper, ...joinPackages() },
  };
}

/** The options that jest takes for a project; the others are those of the whole run. */
function ofProject({
  passWithNoTests: _,
  coverageDirectory: __,
  coverageReporters: ___,
  testTimeout: ____,
  ...own
}) {
  return own;
}
