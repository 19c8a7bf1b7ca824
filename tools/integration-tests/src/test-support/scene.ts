import {
  defineHandler,
  type Execution,
  type HandledJob,
  type HandlerAnswer,
  type JobContext,
  type JobHandler,
  type JobMiddleware,
  type SchedulerStore,
  silentLogger,
} from '@scheduler/contracts';
import {
  createSchedulerNode,
  type EventReader,
  type SchedulerConfigInput,
  type SchedulerNode,
} from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { SeededRandomness, SettableClock } from '@scheduler/testing';

export const START = '2030-01-01T00:00:00.000Z';

export interface SceneOptions {
  readonly handlers?: readonly JobHandler[];
  readonly config?: SchedulerConfigInput;
  readonly clock?: SettableClock;
  readonly store?: SchedulerStore;
  readonly middleware?: readonly JobMiddleware[];
  readonly subscriptions?: readonly EventReader[];
  readonly projections?: readonly EventReader[];
}

export interface Scene {
  readonly clock: SettableClock;
  readonly store: SchedulerStore;
  readonly node: SchedulerNode;
}

/** One node on a memory store with a clock that stands still. */
export function scene({
  handlers = [],
  config = {},
  clock = new SettableClock(START),
  store,
  middleware = [],
  subscriptions = [],
  projections = [],
}: SceneOptions = {}): Scene {
  const usedStore = store ?? createMemoryStore({ clock });
  const node = createSchedulerNode({
    store: usedStore,
    handlers,
    config,
    clock,
    randomness: new SeededRandomness(1),
    logger: silentLogger,
    middleware,
    subscriptions,
    projections,
  });
  return { clock, store: usedStore, node };
}

export interface Call {
  readonly job: HandledJob;
  readonly context: JobContext;
}

/** A handler that records its calls and returns what `answer` returns. */
export function recorder(
  type: string,
  answer: (call: Call) => HandlerAnswer | Promise<HandlerAnswer> = () => undefined,
) {
  const calls: Call[] = [];
  const handler = defineHandler({
    type,
    handle: (job: HandledJob, context) => {
      const call = { job, context };
      calls.push(call);
      return answer(call);
    },
  });
  return { handler, calls };
}

/** A handler that runs until the test ends it or its signal is aborted. */
export function gate(type: string, { heedsAbort = true } = {}) {
  const waiting: { readonly context: JobContext; readonly end: (answer?: HandlerAnswer) => void }[] = [];
  const handler = defineHandler({
    type,
    handle: (_job: HandledJob, context) =>
      new Promise<HandlerAnswer>((resolve, reject) => {
        waiting.push({ context, end: (answer) => resolve(answer) });
        if (heedsAbort)
          context.signal.addEventListener('abort', () => reject(context.signal.reason as Error));
      }),
  });
  return { handler, waiting };
}

export function statuses(executions: readonly Execution[]): string[] {
  return executions.map(({ status, reason }) => (reason === null ? status : `${status}: ${reason.code}`));
}

/** All stored executions of a job, oldest first. */
export async function executionsOf(node: SchedulerNode, job: string): Promise<readonly Execution[]> {
  return (await node.scheduler.history(job, { limit: 1_000, sortOrder: 'asc' })).items;
}

export function at(time: string): Date {
  return new Date(`2030-01-01T${time}Z`);
}
