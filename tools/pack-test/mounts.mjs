import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from './command.mjs';
import { writeJson } from './kinds.mjs';

const PROGRAM = fileURLToPath(new URL('./programs/mounts.mjs', import.meta.url));
// Fastify asks for Node.js 22 by one of its own dependencies, and works on 20: npm may only not be strict about it.
const INSTALL = [
  'install',
  '--no-audit',
  '--no-fund',
  '--prefer-offline',
  '--ignore-scripts',
  '--no-engine-strict',
];
const FRAMEWORKS = {
  '@hono/node-server': '^2.1.8',
  '@nestjs/common': '^11.2.8',
  '@nestjs/core': '^11.2.8',
  '@nestjs/platform-express': '^11.2.8',
  '@nestjs/platform-fastify': '^11.2.8',
  '@prisma/adapter-pg': '^7.10.1',
  '@types/express': '^5.0.6',
  '@types/pg': '^8.16.0',
  'drizzle-orm': '^0.45.4',
  express: '^5.3.0',
  express4: 'npm:express@^4.22.0',
  fastify: '^5.12.8',
  hono: '^4.13.18',
  kysely: '^0.28.18',
  'reflect-metadata': '^0.2.2',
  rxjs: '^7.8.2',
};

/**
 * Every framework in a folder of the installation, which the packages themselves know nothing about. Resolves to the folder. The module of
 * Nest is copied beside it, because it has to find the same Nest.
 */
export async function installFrameworks({ folder }, nestModule) {
  const project = join(folder, 'mounts');
  mkdirSync(project);
  writeJson(project, 'package.json', {
    name: 'mounts',
    private: true,
    type: 'module',
    dependencies: FRAMEWORKS,
  });
  await run('npm', INSTALL, project);
  const copy = join(project, 'node_modules/@scheduler/nestjs');
  mkdirSync(copy, { recursive: true });
  await run('tar', ['-xzf', nestModule, '--strip-components=1', '-C', copy], project);
  return project;
}

export async function checkMounts(project) {
  copyFileSync(PROGRAM, join(project, 'mounts.mjs'));
  const output = await run(process.execPath, ['mounts.mjs'], project);
  assert.match(output, /^everything works$/m);
}
