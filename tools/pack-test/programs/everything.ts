// A program of a stranger that calls every package. It runs without a server, and what needs one is only compiled.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { withBullmq } from '@scheduler/bullmq';
import { Command, type CommandContext, type CommandInput, runConsole } from '@scheduler/console';
import {
  defineHandler,
  type HandledJob,
  type JobContext,
  type JobHandler,
  JobResult,
  type Scheduler,
  silentLogger,
  trigger,
} from '@scheduler/contracts';
import { createSchedulerNode, middleware, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';
import { createMemoryStore } from '@scheduler/memory';
import { createRecurrenceEngine } from '@scheduler/recurrence';
import { createRedisStore } from '@scheduler/redis';
import { assertJobExecuted, drainQueue, runJob, SettableClock } from '@scheduler/testing';

interface Greeting {
  readonly name: string;
}

const greet = defineHandler({
  type: 'greet',
  handle: (job: HandledJob<Greeting>) => JobResult.success({ greeted: job.payload.name }),
});

/** A handler as a class, with the optional members that a class may have. */
class Farewell implements JobHandler<Greeting> {
  readonly types = ['farewell'];

  supports(type: string): boolean {
    return type === 'farewell';
  }

  async handle(job: HandledJob<Greeting>, context: JobContext): Promise<JobResult> {
    await context.progress(1, 1);
    context.log.info('said goodbye', { name: job.payload.name, attempt: context.attempt });
    return JobResult.success();
  }

  backoff(retry: number): string {
    return `${retry}s`;
  }
}

class Count extends Command {
  readonly name = 'stranger:count';
  readonly description = 'Count the jobs';
  override readonly options = [{ flags: '--tag <tag>', description: 'only those with the tag' }];

  async run(input: CommandInput, { io, node }: CommandContext): Promise<void> {
    const tag = input.text('tag');
    const { scheduler } = await node();
    const { items } = await scheduler.list(tag === undefined ? {} : { tags: [tag] });
    io.result({ jobs: items.length }, () => io.info(`${items.length} jobs`));
  }
}

/** What domain code does with the scheduler it is given. */
async function scheduleGreetings(scheduler: Scheduler): Promise<void> {
  const job = await scheduler.schedule({
    type: 'greet',
    name: 'greeting',
    trigger: trigger.cron('0 9 * * MON-FRI', { zone: 'Europe/Berlin' }),
    payload: { name: 'world' },
    tags: ['polite'],
    maxRetries: 2,
    timeout: '10s',
  });
  assert.equal((await scheduler.find('greeting'))?.id, job.id);
  await scheduler.enqueue({ type: 'farewell', payload: { name: 'world' }, priority: 'high' });
}

async function onMemory(): Promise<void> {
  const clock = new SettableClock('2030-01-01T00:00:00Z');
  const node = createSchedulerNode({
    store: createMemoryStore({ clock }),
    clock,
    logger: silentLogger,
    handlers: [greet, new Farewell()],
    middleware: [middleware.metrics()],
    config: { queues: { default: 2 } },
    env: {},
  });
  await node.open();
  await scheduleGreetings(node.scheduler);
  await drainQueue(node);
  await runJob(node, 'greeting');
  await assertJobExecuted(node, 'greeting', { times: 1, status: 'success' });
  await onConsole(node);
  await node.stop();
}

async function onConsole(node: SchedulerNode): Promise<void> {
  const stdout = new PassThrough({ encoding: 'utf8' });
  const application = { node, commands: [new Count()] };
  const argv = ['stranger:count', '--tag', 'polite', '--json'];
  assert.equal(await runConsole({ argv, application, stdout, env: {} }), 0);
  assert.deepEqual(JSON.parse(String(stdout.read())), { jobs: 1 });
}

async function onSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-stranger-'));
  const clock = new SystemClock();
  const store = createKnexStore({ connection: `sqlite:${join(folder, 'jobs.db')}`, clock });
  const node = createSchedulerNode({ store, clock, logger: silentLogger, handlers: [greet], env: {} });
  await node.open();
  await store.knex.transaction(async (transaction) => {
    await node.scheduler.enqueue({ type: 'greet', payload: { name: 'world' } }, { transaction });
  });
  const { items } = await node.scheduler.list({ statuses: ['active'] });
  assert.deepEqual(items, []);
  await node.stop();
  rmSync(folder, { recursive: true });
}

function recurrences(): void {
  const anchor = new Date('2027-03-26T00:00:00Z');
  const request = { trigger: trigger.every('1h'), anchor, startAt: null, endAt: null };
  const next = createRecurrenceEngine().compile(request).next(anchor);
  assert.equal(next?.toISOString(), '2027-03-26T01:00:00.000Z');
}

/** Compiled, but not called: there is no Redis. */
export function onRedis(url: string): readonly SchedulerNode[] {
  const clock = new SystemClock();
  const alone = createRedisStore({ url, keyPrefix: 'stranger:', clock });
  const database = createKnexStore({ connection: 'sqlite:./jobs.db', clock });
  const beside = withBullmq(database, { url, keyPrefix: 'stranger:', clock });
  return [alone, beside].map((store) => createSchedulerNode({ store, clock, handlers: [greet] }));
}

async function main(): Promise<void> {
  recurrences();
  await onMemory();
  await onSqlite();
  console.log('everything works');
}

void main();
