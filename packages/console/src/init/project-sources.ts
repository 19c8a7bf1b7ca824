import type { ProjectStore } from './project-plan.js';

export const HANDLER_SOURCE = `import { defineHandler, type HandledJob, JobResult } from '@scheduler/contracts';

/** What is done; when it is done stands in jobs.ts. Called at least once for each occurrence. */
export const sayHello = defineHandler({
  type: 'say_hello',
  handle: (job: HandledJob<{ name: string }>, context) => {
    console.log(\`Hello \${job.payload.name}, this is greeting number \${context.occurrence}.\`);
    context.log.info('greeted', { name: job.payload.name });
    return JobResult.success({ greeted: job.payload.name });
  },
});
`;

export const JOBS_SOURCE = `import { type Scheduler, trigger } from '@scheduler/contracts';

/** The jobs that this application always has. One that exists stays as it is. */
export async function declareJobs(scheduler: Scheduler): Promise<void> {
  if ((await scheduler.find('say-hello')) !== null) return;
  await scheduler.schedule({
    name: 'say-hello',
    type: 'say_hello',
    trigger: trigger.every('5s'),
    payload: { name: 'world' },
  });
}
`;

export const MAIN_SOURCE = `import { isSchedulerError } from '@scheduler/contracts';
import { declareJobs } from './jobs.js';
import { createScheduler } from './scheduler.js';

async function main(): Promise<void> {
  const node = createScheduler();
  const stop = new Promise<void>((resolve) => {
    // They stay: on Ctrl-C npm passes the signal on once more, and that must not kill what is about to end well.
    process.on('SIGINT', () => resolve());
    process.on('SIGTERM', () => resolve());
  });
  await node.open();
  await declareJobs(node.scheduler);
  await node.start();
  console.log('The scheduler runs. Ctrl-C ends it.');
  await stop;
  await node.stop();
  console.log('stopped');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(isSchedulerError(error) ? \`error: \${error.message}\` : error);
    process.exit(1);
  },
);
`;

export const CONFIG_SOURCE = `import { declareJobs } from './src/jobs.js';
import { createScheduler } from './src/scheduler.js';

/** What \`npx scheduler\` works on. */
export default {
  node: createScheduler,
  ready: ({ scheduler }: ReturnType<typeof createScheduler>) => declareJobs(scheduler),
};
`;

const MEMORY_SOURCE = `import { createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { sayHello } from './handlers/say-hello.handler.js';

/** The scheduler of this application, not opened yet. Its jobs end with the process. */
export function createScheduler(): SchedulerNode {
  const clock = new SystemClock();
  return createSchedulerNode({
    clock,
    store: createMemoryStore({ clock }),
    handlers: [sayHello],
    config: { store: 'memory' },
    env: process.env,
  });
}
`;

const REDIS_SOURCE = `import { createRedisStore } from '@scheduler/redis';
import { createSchedulerNode, loadConfig, type SchedulerNode, SystemClock } from '@scheduler/core';
import { sayHello } from './handlers/say-hello.handler.js';

const settings = { config: { store: 'redis' }, env: process.env } as const;

/**
 * The scheduler of this application, not opened yet. Its jobs are kept on Redis, which is to write them down (\`appendonly yes\`);
 * SCHEDULER_REDIS_URL says where it is.
 */
export function createScheduler(): SchedulerNode {
  const clock = new SystemClock();
  return createSchedulerNode({
    ...settings,
    clock,
    store: createRedisStore({ ...loadConfig(settings).redis, clock }),
    handlers: [sayHello],
  });
}
`;

interface Database {
  readonly title: string;
  /** The options of its store, as source. */
  readonly target: string;
  readonly where: string;
}

const DATABASES: Readonly<Record<Exclude<ProjectStore, 'memory' | 'redis'>, Database>> = {
  sqlite: {
    title: 'a SQLite file, which makes its tables by itself',
    target: 'connection: `sqlite:${config.sqlite.file}`, tablePrefix: config.tablePrefix',
    where: 'SCHEDULER_SQLITE_FILE names another file',
  },
  postgres: {
    title: 'PostgreSQL',
    target: "connection: url ?? '', tablePrefix, ...(schema === null ? {} : { schema })",
    where: 'SCHEDULER_POSTGRES_URL says where it is; `npx scheduler migrate` makes the tables',
  },
  mysql: {
    title: 'MySQL or MariaDB',
    target: "connection: config.mysql.url ?? '', tablePrefix: config.tablePrefix",
    where: 'SCHEDULER_MYSQL_URL says where it is; `npx scheduler migrate` makes the tables',
  },
};

/** The file that makes the scheduler of the project. */
export function schedulerSource(store: ProjectStore): string {
  if (store === 'memory') return MEMORY_SOURCE;
  if (store === 'redis') return REDIS_SOURCE;
  const { title, target, where } = DATABASES[store];
  const read =
    store === 'postgres'
      ? 'const { url, tablePrefix, schema } = loadConfig(settings).postgres'
      : 'const config = loadConfig(settings)';
  return `import { createSchedulerNode, loadConfig, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { sayHello } from './handlers/say-hello.handler.js';

const settings = { config: { store: '${store}' }, env: process.env } as const;

/**
 * The scheduler of this application, not opened yet. Its jobs are kept in ${title};
 * ${where}.
 */
export function createScheduler(): SchedulerNode {
  const clock = new SystemClock();
  ${read};
  return createSchedulerNode({
    ...settings,
    clock,
    store: createKnexStore({ ${target}, clock }),
    handlers: [sayHello],
  });
}
`;
}
