// `npm test`: every check of the workspace, then one line `N passed, N failed`.
import { packTest } from '@scheduler/pack-test';
import { node, nx, nxWith, prettier } from './commands.mjs';
import { checkCoverage } from './coverage.mjs';
import { beginServers } from './servers.mjs';
import { prepareTestResults, sumTestResults } from './test-results.mjs';

const jestOptions = ['--ci', '--coverage', '--json', '--outputFile=tmp/jest.json'];
const total = { passed: 0, failed: 0, skipped: 0 };
const broken = [];
// They come up while the steps before the tests run.
const servers = beginServers();

await step('format', () => prettier('--check', '.', '--log-level', 'warn'));
await step('features', () => node('tools/features/run.mjs', '--missing'));
await step('shape', () => node('tools/shape/run.mjs', '--quiet'));
await step('project references', () => nx('sync:check'));
const built = await step('build', () => nx('run-many', '-t', 'build'));
await step('lint and type check', () => nx('run-many', '-t', 'lint', 'typecheck'));
await step('database servers', () => servers.ready());
await step('tests', async () => {
  prepareTestResults();
  const succeeded = await nxWith(
    servers.variables(),
    ...['run-many', '-t', 'test', '--skip-nx-cache', '--', ...jestOptions],
  );
  const results = sumTestResults();
  add(results);
  if (results.passed === 0) console.log('No test ran, and a run without tests proves nothing.');
  return succeeded && results.failed === 0 && results.passed > 0;
});
await servers.stop();
await step('simulation', () => built && node('tools/sim/run.mjs', '--seeds', '200'));
await step('coverage', () => checkCoverage({ contracts: 90, core: 90 }));
await step('packed packages', async () => {
  if (!built) return false;
  const results = await packTest();
  add(results);
  return results.failed === 0;
});

finish();

async function step(name, check) {
  const started = performance.now();
  console.log(`\n▶ ${name} …`);
  const failedBefore = total.failed;
  const succeeded = await succeeds(check);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${succeeded ? '✔' : '✘'} ${name} (${seconds} s)`);
  if (!succeeded) {
    broken.push(name);
    // A step that breaks without a failed test counts as one failure, so that `0 failed` means what it says.
    if (total.failed === failedBefore) total.failed += 1;
  }
  return succeeded;
}

// A check that throws has failed like any other: the run goes on to its last line.
async function succeeds(check) {
  try {
    return await check();
  } catch (error) {
    console.log(error.message);
    return false;
  }
}

function add({ passed, failed, skipped = 0 }) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

function finish() {
  for (const line of servers.notRun()) console.log(`\n✘ NOT RUN: ${line}`);
  if (broken.length > 0) console.log(`\nFailed: ${broken.join(', ')}.`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
