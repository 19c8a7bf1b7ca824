const { existsSync, readdirSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '../..');
const projects = ['packages', 'apps', 'tools']
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
  .filter((folder) => existsSync(join(folder, 'jest.config.cjs')));

/** All projects in one jest: its workers take the slowest files of the workspace first, and load jest once and not for each project. */
module.exports = {
  rootDir: root,
  projects,
  coverageDirectory: join(root, 'tmp/coverage'),
  coverageReporters: ['json'],
};
