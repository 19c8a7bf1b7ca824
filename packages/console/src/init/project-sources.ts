import type { StoreName } from '../stores/store-registry.js';
import { notesOn } from './project-stores.js';

export const HANDLER_SOURCE = `import { defineHandler, type HandledJob, JobResult } from '@scheduler/contracts';

/** What is done; when it is done is declared in jobs.ts. Called at least once for each occurrence. */
export const sayHello = defineHandler({
  type: 'say_hello',
  handle: (job: HandledJob<{ name: string }>, context) => {
    console.log(\`Hello \${job.payload.name}, this is greeting number \${context.occurrence}.\`);
    context.log.info('greeted', { name: job.payload.name });
    return JobResult.success({ greeted: job.payload.name });
  },
});
`;

export const JOBS_SOURCE = `import { type ScheduleDefinition, trigger } from '@scheduler/contracts';

/**
 * The jobs of this application. Change them here: the next start stores what is new, changes what has changed, and pauses what is not
 * declared any more. \`npx scheduler schedule:plan\` shows it beforehand.
 */
export const jobs: readonly ScheduleDefinition[] = [
  {
    name: 'say-hello',
    type: 'say_hello',
    trigger: trigger.every('5s'),
    payload: { name: 'world' },
  },
];
`;

export const MAIN_SOURCE = `import { isSchedulerError } from '@scheduler/contracts';
import { createScheduler } from './scheduler.js';

async function main(): Promise<void> {
  const node = createScheduler();
  const stop = new Promise<void>((resolve) => {
    // They stay: on Ctrl-C npm passes the signal on once more, and that must not kill what is about to end well.
    process.on('SIGINT', () => resolve());
    process.on('SIGTERM', () => resolve());
  });
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

export const CONFIG_SOURCE = `import { createScheduler } from './src/scheduler.js';

/** What \`npx scheduler\` works on, here and in every folder below. */
export default { node: () => createScheduler() };
`;

export const TEST_SOURCE = `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJob } from '@scheduler/testing';
import { createScheduler } from './scheduler.js';

test('say-hello greets the world', async () => {
  // In memory, whatever store the application has.
  const node = createScheduler({ SCHEDULER_STORE: 'memory' });
  await node.declared.reconcile();
  const execution = await runJob(node, 'say-hello');
  assert.equal(execution.status, 'success');
  assert.deepEqual(execution.output, { greeted: 'world' });
  await node.stop();
});
`;

/** The file that makes the scheduler of the project. */
export function schedulerSource(store: StoreName): string {
  const [where = '', ...more] = notesOn(store).comment;
  const comment = [`The scheduler of this application, not opened yet. ${where}`.trimEnd(), ...more];
  return `import { createNodeFromEnvironment, projectRoot } from '@scheduler/console/stores';
import type { SchedulerNode } from '@scheduler/core';
import { sayHello } from './handlers/say-hello.handler.js';
import { jobs } from './jobs.js';

/** Relative paths begin at this project, in whatever folder a command is run. */
const root = projectRoot(import.meta.dirname);

/**
${comment.map((line) => ` * ${line}`).join('\n')}
 * SCHEDULER_STORE names another store, and all SCHEDULER_* variables are read.
 */
export function createScheduler(env: NodeJS.ProcessEnv = process.env): SchedulerNode {
  return createNodeFromEnvironment({
    env: { SCHEDULER_STORE: '${store}', ...env },
    root,
    handlers: [sayHello],
    jobs,
  });
}
`;
}
