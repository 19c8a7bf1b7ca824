const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const configs = ['packages', 'apps', 'tools']
  .flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'jest.config.cjs')),
  )
  .filter((file) => existsSync(file))
  .map((file) => require(file));

/** All projects in one jest: its workers take the slowest files of the workspace first, and load jest once and not for each project. */
module.exports = {
  rootDir: root,
  projects: configs.map(ofProject),
  testTimeout: configs[0].testTimeout,
  testSequencer: join(__dirname, 'slowest-first.cjs'),
  collectCoverageFrom: configs[0].collectCoverageFrom,
  coverageDirectory: join(root, 'tmp/coverage'),
  coverageReporters: ['json'],
};

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
