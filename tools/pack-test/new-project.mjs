import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, strangersEnvironment } from './command.mjs';
import { writeJson } from './kinds.mjs';
import { TSC } from './projects.mjs';

const FIRST_RUN_MS = 60_000;
const END_MS = 20_000;
const GREETING = 'Hello world, this is greeting number 1.';

/** `scheduler init` in an empty folder outside the workspace, then what a newcomer types. */
export async function checkNewProject({ scheduler, packages }) {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-init-'));
  const project = join(folder, 'demo');
  try {
    await run(scheduler, ['init', 'demo', '--packages', packages], folder);
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], project);
    const output = await startUntil(GREETING, project);
    assert.ok(output.includes(GREETING), `npm start greeted nobody within a minute:\n${output}`);
    assert.match(output, /^stopped$/m, `npm start did not end well:\n${output}`);
    const history = await run('npx', ['scheduler', 'schedule:history', 'say-hello', '--json'], project);
    assert.equal(JSON.parse(history).executions[0].status, 'success');
    await run('npx', ['scheduler', 'doctor'], project);
    assert.deepEqual(readdirSync(folder), ['demo']);
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

/** Every store has its own source, which must compile against the packages; together, because each tsc reads their types anew. */
export async function checkSourcesOfStores({ scheduler, folder }) {
  const projects = ['postgres', 'mysql', 'redis', 'memory'].map((store) => `project-${store}`);
  for (const project of projects)
    await run(scheduler, ['init', project, '--store', project.replace('project-', '')], folder);
  writeJson(folder, 'tsconfig.json', {
    extends: `./${projects[0]}/tsconfig.json`,
    compilerOptions: { rootDir: '.', noEmit: true },
    include: projects.flatMap((project) => [`${project}/src`, `${project}/scheduler.config.ts`]),
  });
  await run(process.execPath, [TSC, '-p', '.'], folder);
}

/** Runs `npm start` until it has said something, then asks it to end, as Ctrl-C does. */
function startUntil(text, cwd) {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that the signal reaches what npm started, as from a terminal.
    const child = spawn('npm', ['start'], { cwd, detached: true, env: strangersEnvironment() });
    const signal = (name) => {
      try {
        process.kill(-child.pid, name);
      } catch {
        // It has ended by itself.
      }
    };
    let output = '';
    let asked = false;
    const timers = [];
    const end = () => {
      if (asked) return;
      asked = true;
      signal('SIGINT');
      timers.push(setTimeout(() => signal('SIGKILL'), END_MS));
    };
    timers.push(setTimeout(end, FIRST_RUN_MS));
    const listen = (chunk) => {
      output += chunk;
      if (output.includes(text)) end();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    // Not its exit code: a shell between npm and the program dies of the signal, and npm then says the same.
    child.on('close', () => {
      timers.forEach(clearTimeout);
      resolve(output);
    });
  });
}
