// `npm test`: every check of the workspace, then one line `N passed, N failed`. `--full` gives tests that draw at random more to do, and tries the packages on every Node.js that they promise to run on.
import { availableParallelism } from 'node:os';
import { packTest } from '@scheduler/pack-test';
import { eslint, jest, node, nx, prettier, tsc } from './commands.mjs';
import { checkCoverage } from './coverage.mjs';
import { beginServers } from './servers.mjs';
import { Steps } from './steps.mjs';
import { prepareTestResults, readTestResults } from './test-results.mjs';

const isFull = process.argv.includes('--full');
const steps = new Steps();
// They come up while the steps before the tests run.
const servers = beginServers({ isFull });

let built = false;
await Promise.all([
  steps.run('format', () => prettier('--check', '.', '--log-level', 'warn')),
  (async () => {
    // First, because it writes the graph of projects from which lint knows the boundaries between packages.
    await steps.run('project references', () => nx('sync:check'));
    await steps.run('lint', () => lint());
  })(),
  (async () => {
    // One process compiles everything, tests included. The targets of nx then find their output, and add what tsc does not make.
    await steps.run('types', () => tsc('--build'));
    built = await steps.run('build', () => nx('run-many', '-t', 'build'));
    await steps.run('features', () => node('tools/features/run.mjs', '--missing'));
    await steps.run('shape', () => node('tools/shape/run.mjs', '--quiet'));
    await steps.run('versions', () => node('tools/release/run.mjs', 'check'));
  })(),
]);
await steps.run('database servers', () => servers.ready());
// Packing and installing mostly wait for other programs, so that they run beside the tests.
const packing = packed();
await steps.runShown('tests', async () => {
  prepareTestResults();
  // More workers than cores, because many tests wait for a server or a process.
  const workers = `--maxWorkers=${availableParallelism() + 1}`;
  const env = { ...servers.variables(), ...(isFull ? { SCHEDULER_TEST_BUDGET: 'full' } : {}) };
  const succeeded = await jest(env, workers, '--coverage');
  const results = readTestResults();
  steps.add(results);
  if (results.passed === 0) console.log('No test ran, and a run without tests proves nothing.');
  return succeeded && results.failed === 0 && results.passed > 0;
});
await servers.stop();
await packing;
await steps.run('simulation', () => built && node('tools/sim/run.mjs', '--seeds', isFull ? '2000' : '200'));
await steps.run('planted bugs', () => built && node('tools/sim/run.mjs', '--mutants'));
await steps.run('coverage', () => checkCoverage({ contracts: 90, core: 90 }));
steps.finish(servers.notRun());

function packed() {
  return steps.run('packed packages', async () => {
    if (!built) return false;
    const lines = [];
    const results = await packTest({
      log: (line) => lines.push(line),
      onAllNodes: isFull,
      postgres: servers.variables().SCHEDULER_TEST_POSTGRES_URL,
    });
    steps.add(results);
    return { succeeded: results.failed === 0, output: lines.join('\n') };
  });
}

/** All projects in one process: it reads the types of the workspace once, where a process for each project reads them again. */
async function lint() {
  const { succeeded, output } = await eslint('.');
  // Without the graph the rule is skipped with a mere warning.
  return { succeeded: succeeded && !output.includes('No cached ProjectGraph'), output };
}
