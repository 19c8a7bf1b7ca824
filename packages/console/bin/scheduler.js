#!/usr/bin/env node
'use strict';
// A committed launcher: npm links a bin at install time, when a fresh clone has no dist yet.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

// Where Node can, it keeps what it compiled: the next start is faster.
require('node:module').enableCompileCache?.();

const program = join(__dirname, '../dist/bin.js');
if (!existsSync(program)) buildWorkspace(join(__dirname, '../../..'));
require(program);

function buildWorkspace(root) {
  const nx = join(root, 'node_modules/.bin/nx');
  if (!existsSync(join(root, 'nx.json')) || !existsSync(nx)) {
    console.error('@scheduler/console is incomplete: its dist folder is missing. Install the package again.');
    process.exit(1);
  }
  console.error('building the workspace (first run) …');
  const { spawnSync } = require('node:child_process');
  const build = spawnSync(nx, ['run-many', '-t', 'build'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NX_TUI: 'false' },
  });
  if (build.status === 0) return;
  console.error(`${build.stdout}${build.stderr}The build failed, so the command did not run.`);
  process.exit(1);
}
