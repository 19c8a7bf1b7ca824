import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, strangersEnvironment } from './command.mjs';
import { writeJson } from './kinds.mjs';
import { TSC } from './projects.mjs';

const FIRST_RUN_MS = 60_000;
const END_MS = 20_000;
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];

/** `scheduler init` in an empty folder outside the workspace, then what a newcomer types on the first day. */
export async function checkNewProject({ scheduler, packages }) {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-init-'));
  const project = join(folder, 'demo');
  try {
    await run(scheduler, ['init', 'demo', '--packages', packages], folder);
    await run('npm', INSTALL, project);
    await startAndSee('Hello world, this is greeting number 1.', project);
    await lookAround(project);
    await addHandler(project);
    await changeTheJob(project);
    assert.deepEqual(readdirSync(folder), ['demo']);
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

const schedulerOf = (project) => join(project, 'node_modules/.bin/scheduler');
const readJson = async (cwd, project, ...argv) => JSON.parse(await run(schedulerOf(project), argv, cwd));

async function lookAround(project) {
  const history = await readJson(project, project, 'schedule:history', 'say-hello', '--json');
  assert.equal(history.executions[0].status, 'success');
  await run('npx', ['scheduler', 'doctor'], project);
  // The handler prints on stdout, where only JSON may be.
  const ran = await readJson(project, project, 'schedule:run', 'say-hello', '--json');
  assert.equal(ran.execution.status, 'success');
  const below = await readJson(join(project, 'src'), project, 'schedule:list', '--json');
  assert.deepEqual(
    below.jobs.map(({ name }) => name),
    ['say-hello'],
  );
  assert.ok(
    !readdirSync(join(project, 'src')).includes('.scheduler'),
    'a folder below has a second database',
  );
  const memory = JSON.parse(
    await run(schedulerOf(project), ['schedule:list', '--json'], project, { SCHEDULER_STORE: 'memory' }),
  );
  assert.equal(memory.total, 0, 'SCHEDULER_STORE was ignored');
}

/** Registers the handler with the very lines that are printed, and runs its test with those of the project. */
async function addHandler(project) {
  const printed = await run(schedulerOf(project), ['make:handler', 'SendInvoice'], join(project, 'src'));
  const [line] = /^import .*SendInvoiceHandler.*;$/m.exec(printed.replaceAll(/^ +/gm, '')) ?? [];
  assert.ok(line, `make:handler printed no import:\n${printed}`);
  edit(join(project, 'src/scheduler.ts'), (source) =>
    `${line}\n${source}`.replace('handlers: [sayHello]', 'handlers: [sayHello, new SendInvoiceHandler()]'),
  );
  const tested = await run('npm', ['test'], project);
  assert.match(tested, /pass 4$/m, tested);
}

async function changeTheJob(project) {
  edit(join(project, 'src/jobs.ts'), (source) => source.replace("'5s'", "'1s'").replace("'world'", "'moon'"));
  const plan = await readJson(project, project, 'schedule:plan', '--json');
  assert.deepEqual(
    plan.entries.map(({ action, name }) => [action, name]),
    [['update', 'say-hello']],
  );
  await startAndSee('Hello moon, this is greeting number', project);
}

const edit = (file, change) => writeFileSync(file, change(readFileSync(file, 'utf8')));

async function startAndSee(text, project) {
  const output = await startUntil(text, project);
  assert.ok(
    output.includes(text),
    `npm start did not print ${JSON.stringify(text)} within a minute:\n${output}`,
  );
  assert.match(output, /^stopped$/m, `npm start did not end well:\n${output}`);
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
