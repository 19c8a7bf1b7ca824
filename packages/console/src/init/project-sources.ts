import { type StoreName, STORES } from '../stores/store-registry.js';
import { notesOn } from './project-stores.js';

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

/** The file that makes the scheduler of the project. */
export function schedulerSource(store: StoreName): string {
  const { package: packageName, export: description } = STORES[store];
  const [where = '', ...more] = notesOn(store).comment;
  const comment = [`The scheduler of this application, not opened yet. ${where}`.trimEnd(), ...more];
  return `import {
  createConfiguredStore,
  createSchedulerNode,
  loadConfig,
  type SchedulerNode,
  SystemClock,
} from '@scheduler/core';
import { ${description} } from '${packageName}/descriptions';
import { sayHello } from './handlers/say-hello.handler.js';

const settings = { config: { store: '${store}' }, env: process.env } as const;
const stores = [${description}] as const;

/**
${comment.map((line) => ` * ${line}`).join('\n')}
 */
export function createScheduler(): SchedulerNode {
  const clock = new SystemClock();
  const config = loadConfig({ ...settings, stores });
  return createSchedulerNode({
    ...settings,
    clock,
    store: createConfiguredStore({ config, stores, clock }),
    handlers: [sayHello],
  });
}
`;
}
