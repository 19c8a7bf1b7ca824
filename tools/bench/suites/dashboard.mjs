import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { openBrowser, openFastPage, timeToUsable } from '../dashboard/pages.mjs';
import { startPostgres } from '../databases.mjs';
import { startServer } from '../http/server.mjs';
import { median } from '../measure.mjs';
import { atMost } from '../report.mjs';

/** How soon each screen of the dashboard can be used over a large store, and whether an open page grows while work goes on. */

export const builds = [
  'packages/core',
  'packages/knex',
  'packages/http',
  'packages/workflow',
  'packages/dashboard',
];

const EXECUTIONS = Number(process.env.BENCH_EXECUTIONS ?? 100_000);
const JOBS = Number(process.env.BENCH_JOBS ?? 10_000);
const DEAD_LETTERS = Number(process.env.BENCH_DEAD_LETTERS ?? 5_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 180);
const ROUNDS = 3;
/** What the timers of a page see of a second on the wall. */
const SPEED = 10;
/** Of executions, each of which publishes several events. */
const FILLED = 500;
const MOST_GROWTH = 1.2;
const US = '@scheduler/dashboard';
const words = (count) => count.toLocaleString('en-US');
const dashboard = fileURLToPath(new URL('../../../packages/dashboard/', import.meta.url));

export async function run({ progress }) {
  bundle();
  const postgres = await startPostgres(progress);
  progress(`storing ${words(EXECUTIONS)} executions, ${words(JOBS)} jobs`);
  const file = fileURLToPath(new URL('../dashboard/server.mjs', import.meta.url));
  const sizes = [EXECUTIONS, JOBS, DEAD_LETTERS];
  const server = await startServer(file, [await postgres.fresh('dashboard'), ...sizes]);
  const browser = await openBrowser(progress);
  const [api, job, failed] = server.url.split('#');
  try {
    const times = {};
    for (const [name, path] of Object.entries(screensOf(job, failed))) {
      progress(name);
      const measured = [];
      for (let round = 0; round < ROUNDS; round += 1)
        measured.push(await timeToUsable(browser, `${api}/dashboard/${path}`));
      times[name] = median(measured);
    }
    const heaps = await heapsWhileWorking(browser, api, progress);
    return report({ times, heaps, notes: [postgres.durability] });
  } finally {
    await browser.close();
    await server.stop();
    await postgres.stop();
  }
}

const screensOf = (job, failed) => ({
  overview: '',
  executions: 'executions',
  'executions, failed': 'executions?status=failed',
  'executions by payload': 'executions?payload=customer.id=7',
  'one execution': `executions/${failed}`,
  jobs: 'jobs',
  'one job': `jobs/${job}`,
  'dead letters': 'dead-letters',
  forecast: 'forecast',
  simulator: 'simulator',
  queues: 'queues',
  workflows: 'workflows',
  events: 'events',
  audit: 'audit',
  limits: 'limits',
  alerts: 'alerts',
  settings: 'settings',
});

/** The heap of pages over the time, in bytes: after a first sixth and at the end. */
async function heapsWhileWorking(browser, api, progress) {
  const pages = {};
  for (const name of ['executions', 'events'])
    pages[name] = await openFastPage(browser, `${api}/dashboard/${name}`);
  const heaps = { executions: [], events: [] };
  // What a list holds at most is no growth: it is filled first.
  for (let made = 0; made < FILLED; made += 1) await enqueue(api);
  const begin = Date.now();
  const marks = [SECONDS / 6, SECONDS];
  let enqueued = 0;
  for (const mark of marks) {
    progress(`live updates until ${Math.round(mark)} s`);
    while (Date.now() - begin < mark * 1_000) {
      const [started] = [Date.now(), await enqueue(api)];
      enqueued += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const page of Object.values(pages)) await page.live((Date.now() - started) * SPEED);
    }
    for (const [name, page] of Object.entries(pages)) heaps[name].push(await page.heap());
  }
  for (const page of Object.values(pages)) await page.close();
  progress(`${words(enqueued)} executions meanwhile`);
  return heaps;
}

async function enqueue(api) {
  const response = await fetch(`${api}/executions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ handler_name: 'greet', payload: { live: true } }),
  });
  if (!response.ok) throw new Error(`POST /executions: ${response.status} ${await response.text()}`);
}

/** Builds the files that browsers load, as a release has them. */
function bundle() {
  execFileSync('npx', ['vite', 'build', '--logLevel', 'error'], { cwd: dashboard, stdio: 'inherit' });
}

function report({ times, heaps, notes }) {
  const grown = Object.entries(heaps).map(([name, [first, last]]) => [name, last / first]);
  const megabytes = (bytes) => `${(bytes / 1_000_000).toFixed(1)} MB`;
  return {
    suite: 'dashboard',
    unit: 'milliseconds until usable',
    contestants: [US],
    rows: Object.entries(times).map(([name, value]) => ({ name, values: { [US]: value } })),
    verdicts: [
      ...Object.entries(times).map(([name, value]) => atMost(`${name}, until usable`, value, 1_000, 'ms')),
      ...grown.map(([name, ratio]) =>
        atMost(`heap of ${name} at the end`, ratio, MOST_GROWTH, '× that of a sixth'),
      ),
    ],
    notes: [
      ...notes,
      `${words(EXECUTIONS)} executions, ${words(JOBS)} jobs, ${words(DEAD_LETTERS)} dead letters`,
      `${SECONDS} s of live updates, which are ${Math.round((SECONDS * SPEED) / 60)} minutes for the page`,
      ...Object.entries(heaps).map(
        ([name, [first, last]]) => `heap of ${name}: ${megabytes(first)}, then ${megabytes(last)}`,
      ),
    ],
  };
}
