import { fileURLToPath } from 'node:url';
import { startPostgres, startRedis } from '../databases.mjs';
import { firstLoadOf, firstLoadOfOurs } from '../http/first-load.mjs';
import { measureRequests, one } from '../http/load.mjs';
import { startServer } from '../http/server.mjs';
import { atMost } from '../report.mjs';

/** Lists and overview of the API over 100,000 executions of one instant, beside what bull-board and the dashboard of pg-boss ask their servers. */

export const builds = ['packages/core', 'packages/knex', 'packages/http'];
export const needsPeers = true;

const EXECUTIONS = Number(process.env.BENCH_EXECUTIONS ?? 100_000);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 500);
const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const US = '@scheduler/http';
const words = (count) => count.toLocaleString('en-US');

export async function run({ progress }) {
  const postgres = await startPostgres(progress);
  const redis = await startRedis(progress);
  const notes = [
    postgres.durability,
    `${words(EXECUTIONS)} executions of one instant, ${words(REQUESTS)} requests each`,
  ];
  try {
    const values = { [US]: await ours(postgres, { progress, notes }) };
    for (const [name, measure] of Object.entries(peers)) {
      try {
        values[name] = await measure({ postgres, redis, progress });
      } catch (error) {
        notes.push(`${name} could not be measured: ${error.message.split('\n')[0]}`);
      }
    }
    if (values[US].bytes === null) notes.push('first load: packages/dashboard is not built');
    return report(values, notes);
  } finally {
    await redis.stop();
    await postgres.stop();
  }
}

async function ours(postgres, { progress, notes }) {
  progress(`${US}: storing ${words(EXECUTIONS)} executions`);
  const server = await startServer(path('../http/us.mjs'), [await postgres.fresh('http_us'), EXECUTIONS]);
  try {
    progress(`${US}: paging through all of them`);
    const { pages, lost, repeated } = await pageThrough(server.url);
    notes.push(`all pages of 100: ${pages.length - 1}, lost ${lost}, repeated ${repeated}`);
    const inTheMiddle = pages.filter((cursor) => cursor !== null);
    const list = (count) =>
      `${server.url}/executions?limit=100&cursor=${inTheMiddle[(count * 37) % inTheMiddle.length]}`;
    progress(`${US}: ${REQUESTS} requests of each kind`);
    return {
      'first page': await measureRequests({ url: `${server.url}/executions?limit=100`, requests: REQUESTS }),
      'any page': await measureRequests({ url: list, requests: REQUESTS }),
      overview: await measureRequests({ url: `${server.url}/metrics?period=24h`, requests: REQUESTS }),
      lost: lost + repeated,
      bytes: firstLoadOfOurs(),
    };
  } finally {
    await server.stop();
  }
}

async function pageThrough(url) {
  const ids = new Set();
  const pages = [null];
  let read = 0;
  for (let cursor = null; ;) {
    const query = cursor === null ? '' : `&cursor=${cursor}`;
    const { items, next_cursor: next } = JSON.parse(
      await one({ url: `${url}/executions?limit=100${query}` }),
    );
    read += items.length;
    for (const { id } of items) ids.add(id);
    if (next === null) break;
    pages.push(next);
    cursor = next;
  }
  return { pages, lost: EXECUTIONS - ids.size, repeated: read - ids.size };
}

const peers = {
  async 'bull-board'({ redis, progress }) {
    progress(`bull-board: storing ${words(EXECUTIONS)} jobs`);
    const server = await startServer(path('../peers/bull-board.mjs'), [await redis.fresh(), EXECUTIONS]);
    const list = (page) =>
      `${server.url}/api/queues?activeQueue=bench&status=delayed&page=${page}&jobsPerPage=100`;
    try {
      progress('bull-board: requests');
      return {
        'first page': await measureRequests({ url: list(1), requests: REQUESTS }),
        'any page': await measureRequests({
          url: (count) => list(1 + ((count * 37) % Math.floor(EXECUTIONS / 100))),
          requests: REQUESTS,
        }),
        overview: await measureRequests({ url: `${server.url}/api/queues`, requests: REQUESTS }),
        bytes: await firstLoadOf(`${server.url}/`),
      };
    } finally {
      await server.stop();
    }
  },
  async 'pg-boss dashboard'({ postgres, progress }) {
    progress(`pg-boss dashboard: storing ${words(EXECUTIONS)} jobs`);
    const server = await startServer(path('../peers/pg-boss-dashboard.mjs'), [
      await postgres.fresh('http_boss'),
      EXECUTIONS,
    ]);
    try {
      progress('pg-boss dashboard: requests');
      return {
        'first page': await measureRequests({ url: `${server.url}/queues/bench`, requests: REQUESTS }),
        'any page': await measureRequests({
          url: (count) => `${server.url}/queues/bench?page=${1 + ((count * 37) % 1_000)}`,
          requests: REQUESTS,
        }),
        overview: await measureRequests({ url: `${server.url}/`, requests: REQUESTS }),
        bytes: await firstLoadOf(`${server.url}/`),
      };
    } finally {
      await server.stop();
    }
  },
};

function report(values, notes) {
  const kinds = ['first page', 'any page', 'overview'];
  const units = { p50: 'p50, ms', p99: 'p99, ms', perSecond: 'requests/s, 10 at once' };
  const rows = kinds.flatMap((kind) =>
    Object.entries(units).map(([metric, unit]) => ({
      name: `${kind}: ${unit}`,
      values: Object.fromEntries(
        Object.entries(values).map(([name, measured]) => [name, measured[kind]?.[metric]]),
      ),
    })),
  );
  rows.push({
    name: 'first load of the dashboard: kB by gzip',
    values: Object.fromEntries(
      Object.entries(values).map(([name, { bytes }]) => [name, bytes === null ? undefined : bytes / 1_000]),
    ),
  });
  const us = values[US];
  return {
    suite: 'http',
    unit: 'milliseconds, requests per second and kB',
    contestants: Object.keys(values),
    rows,
    verdicts: [
      atMost('a list of 100 of 100,000 on PostgreSQL, the first page, p99', us['first page'].p99, 50, 'ms'),
      atMost('a list of 100 of 100,000 on PostgreSQL, any page, p99', us['any page'].p99, 50, 'ms'),
      atMost('rows of one instant that paging loses or repeats', us.lost, 0, 'rows'),
    ],
    notes,
  };
}
