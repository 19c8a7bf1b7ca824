import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, strangersEnvironment } from './command.mjs';
import { writeJson } from './kinds.mjs';
import { root } from './packages.mjs';
import { outputOf } from './process-output.mjs';
import { TSC } from './projects.mjs';

const GUIDES = join(root, 'docs/guides');
const PROGRAM = /^```ts pack-test (\S+)\n(.*?)^```$/gms;
const CALLS = fileURLToPath(new URL('./programs/guide-calls.mjs', import.meta.url));
const SERVERS = ['express', 'fastify', 'hono', 'nest'];
const TRANSACTIONS = ['drizzle', 'kysely'];
const PLACED = 'the payment was declined\njobs: 1, orders: [{"id":"kept","shipped":true}]\n';
const TABLES = [...TRANSACTIONS, 'prisma'].map(
  (name) => `CREATE TABLE ${name}_orders (id text PRIMARY KEY, shipped boolean NOT NULL)`,
);
const DEADLINE_MS = 60_000;

/** The programs of `docs/guides`, compiled as they are and used as their readers would: asked for an order, and ended by SIGTERM. */
export async function checkGuides({ folder, scheduler, postgres, log }) {
  const project = join(folder, 'guides');
  mkdirSync(join(project, 'src'), { recursive: true });
  writeGuides(project);
  await run(process.execPath, [TSC, '-p', '.'], project);
  copyFileSync(CALLS, join(project, 'out/guide-calls.mjs'));
  const calls = ['out/guide-calls.mjs', 'web'];
  await Promise.all([
    ...SERVERS.map((name) => checkServer(name, project)),
    run(process.execPath, calls, project, { DATABASE_URL: 'sqlite:calls.db', CRON_SECRET: 'the-secret' }),
  ]);
  if (postgres === undefined)
    log('without PostgreSQL: the guides to Drizzle, Kysely and Prisma were not run');
  else await checkTransactions({ project, scheduler, postgres });
}

function writeGuides(project) {
  const pages = readdirSync(GUIDES).map((page) => readFileSync(join(GUIDES, page), 'utf8'));
  for (const [, file, source] of pages.flatMap((page) => [...page.matchAll(PROGRAM)]))
    writeFileSync(join(project, 'src', file), source);
  writeJson(project, 'package.json', { name: 'guides', private: true, type: 'module' });
  const compilerOptions = {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'out',
  };
  writeJson(project, 'tsconfig.json', { compilerOptions, include: ['src'] });
}

/** Starts a program that serves, orders something, sees the job run, and ends it as a supervisor does. */
async function checkServer(name, cwd) {
  const env = { ...strangersEnvironment(), PORT: '0', DATABASE_URL: `sqlite:${name}.db` };
  const child = spawn(process.execPath, [`out/${name}.js`], { cwd, env });
  const timer = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
  try {
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
    const output = outputOf(child);
    const [, port] = await output.until(/port: (\d+)/);
    const address = `http://127.0.0.1:${port}`;
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ order: `from ${name}` });
    const ordered = await fetch(`${address}/orders`, { method: 'POST', headers, body });
    assert.equal(ordered.status, 202, `${name}: ${await ordered.text()}`);
    await output.until(new RegExp(`^shipping from ${name}$`, 'm'));
    const api = await fetch(`${address}/api/v1/scheduler/jobs`);
    assert.equal(api.status, 401, `${name}: the API is open`);
    child.kill('SIGTERM');
    assert.equal(await ended, name === 'nest' ? 'SIGTERM' : 0, `${name} did not end well:\n${output.text()}`);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

/** The guides to transactions, in a database of their own. */
async function checkTransactions({ project, scheduler, postgres }) {
  const name = `guides_${process.pid}`;
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  const sql = (database, ...statements) =>
    run(process.execPath, ['out/guide-calls.mjs', 'sql', ...statements], project, { DATABASE_URL: database });
  await sql(postgres, `CREATE DATABASE ${name}`);
  try {
    await run(scheduler, ['migrate'], project, {
      SCHEDULER_STORE: 'postgres',
      SCHEDULER_POSTGRES_URL: url.href,
    });
    await sql(url.href, ...TABLES);
    const variables = { DATABASE_URL: url.href };
    for (const guide of TRANSACTIONS)
      assert.equal(await run(process.execPath, [`out/${guide}.js`], project, variables), PLACED, guide);
    await run(process.execPath, ['out/guide-calls.mjs', 'prisma'], project, variables);
  } finally {
    await sql(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}
