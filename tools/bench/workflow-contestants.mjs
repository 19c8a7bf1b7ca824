export const ON_POSTGRES = '@scheduler on PostgreSQL';
export const ON_REDIS = '@scheduler on Redis';
export const BULLMQ = 'BullMQ flows';
export const PG_BOSS = 'pg-boss flows';
export const PG_BOSS_1S = 'pg-boss flows, every 1 s';
export const OPENWORKFLOW = 'openworkflow';
export const DBOS = 'DBOS';

const moduleOf = (path) => new URL(path, import.meta.url);

/**
 * Who takes part in the suite `workflow`: beside what `takeTurns` wants, the `shapes` that each of them can run, a `note` on what it cannot,
 * and whether it `isSlow`: so slow that one chain alone takes most of a minute.
 */
export function contestantsOf(postgres, redis, concurrency) {
  const onPostgres = (module, more = {}) => ({
    module: moduleOf(module),
    serverPid: postgres.serverPid,
    options: async () => ({ url: await postgres.fresh('peer'), concurrency, ...more }),
  });
  const ours = (server, connection) => ({
    module: moduleOf('./sides/workflows.mjs'),
    serverPid: server.serverPid,
    options: async () => ({ connection: await connection() }),
    shapes: ['chain', 'diamond', 'fan_in', 'compensation'],
    hasPlain: true,
  });
  return {
    [ON_POSTGRES]: ours(postgres, () => postgres.fresh('workflows')),
    [ON_REDIS]: ours(redis, () => redis.fresh()),
    [BULLMQ]: {
      module: moduleOf('./peers/bullmq-flows.mjs'),
      serverPid: redis.serverPid,
      options: async () => ({ url: await redis.fresh() }),
      shapes: ['chain', 'fan_in'],
      note: 'flows of BullMQ are trees on Redis, without diamonds and compensation; all of their steps are stored when they are started',
    },
    [PG_BOSS]: {
      ...onPostgres('./peers/pg-boss-flows.mjs'),
      shapes: ['chain', 'diamond', 'fan_in'],
      isSlow: true,
      note: 'pg-boss has no compensation, and releases what comes next every 5 s unless told otherwise, every second at best',
    },
    [PG_BOSS_1S]: {
      ...onPostgres('./peers/pg-boss-flows.mjs', { intervalSeconds: 1 }),
      shapes: ['chain', 'diamond', 'fan_in'],
      isSlow: true,
    },
    [OPENWORKFLOW]: {
      ...onPostgres('./peers/openworkflow.mjs'),
      shapes: ['chain', 'diamond', 'compensation'],
      note: 'a workflow of openworkflow has at most 1,000 steps',
    },
    [DBOS]: {
      ...onPostgres('./peers/dbos.mjs'),
      shapes: ['chain', 'diamond', 'fan_in', 'compensation'],
      note: 'workflows of openworkflow and DBOS are functions: one process runs a whole workflow, and compensates in a catch',
    },
  };
}
