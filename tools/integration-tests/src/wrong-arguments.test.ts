import { defineHandler, isSchedulerError, silentLogger, trigger } from '@scheduler/contracts';
import { createScheduler, createSchedulerNode, type SchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { createWorkflows } from '@scheduler/workflow';
import {
  type Owner,
  type PublicMethod,
  publicMethods,
} from './test-support/wrong-arguments/public-methods.js';
import { type Existing, rightArguments, WORKFLOW } from './test-support/wrong-arguments/samples.js';
import { STORES, type TriedStore } from './test-support/wrong-arguments/stores.js';
import { wrongValues } from './test-support/wrong-arguments/wrong-values.js';

/** Every public method, from its declaration. */
const METHODS = publicMethods();

/** Where the methods of each owner are found on a node. */
const OBJECTS: Readonly<Record<Exclude<Owner, 'SchedulerApp'>, (node: SchedulerNode) => object | null>> = {
  Scheduler: (node) => node.scheduler,
  SchedulerNode: (node) => node,
  QueueControl: (node) => node.queues,
  DeadLetters: (node) => node.deadLetters,
  RateLimits: (node) => node.rateLimits,
  Circuits: (node) => node.circuits,
  Statistics: (node) => node.statistics,
  DeclaredJobs: (node) => node.declared,
  NodeLeadership: (node) => node.leadership,
  EventBus: (node) => node.events,
  Workflows: (node) => node.workflows.engine,
  Alerts: (node) => node.alerts,
  ApiKeys: (node) => node.access.apiKeys,
  AuditLog: (node) => node.access.auditLog,
  Idempotency: (node) => node.access.idempotency,
  EventHistory: (node) => node.eventLog,
  EventReaders: (node) => node.eventReaders,
};

type Called = (...given: unknown[]) => unknown;

/** Calls a method with each wrong value in each of its parameters. Returns what was not refused as it should be. */
async function problemsOf(method: PublicMethod, owner: object | null, existing: Existing): Promise<string[]> {
  const call = (owner as Readonly<Record<string, Called>>)[method.name];
  const right = rightArguments(method, existing);
  const problems: string[] = [];
  for (const [index, parameter] of method.parameters.entries()) {
    const wrong = wrongValues(parameter, right[index]).filter(
      ({ path }) => !COMPLETED.test(path) && !TAKEN.test(`${method.owner}.${method.name} ${path}`),
    );
    for (const { path, value } of wrong) {
      const given = right.map((argument, at) => (at === index ? value : argument));
      const refusal = await refusalOf(() => call?.apply(owner, given));
      const problem = problemOf(refusal, path);
      if (problem !== null) problems.push(`${method.owner}.${method.name}: ${path}: ${problem}`);
    }
  }
  return problems;
}

/** Fields that builders always set, and that are completed where a literal leaves them out. */
const COMPLETED = /trigger\.anchor is undefined$/;

/** Whatever somebody shows as a key is answered, and what was done is remembered however odd its texts and values are. */
const TAKEN =
  /^(ApiKeys\.verify |AuditLog\.append entries\[0\]\.(before|after) |AuditLog\.append .* is a text )/;

const ACCEPTED = Symbol('accepted');

async function refusalOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
    return ACCEPTED;
  } catch (error) {
    return error;
  }
}

/** Null: it was refused with an error of ours that names the argument. */
function problemOf(refusal: unknown, path: string): string | null {
  if (refusal === ACCEPTED) return 'was accepted';
  if (!isSchedulerError(refusal)) return `was refused with ${String(refusal).slice(0, 200)}`;
  // A store without transactions refuses each of them, whatever it is.
  if (refusal.code === 'FEATURE_NOT_SUPPORTED' && path.startsWith('options.transaction')) return null;
  if (!refusal.code.endsWith('_INVALID'))
    return `was refused as ${refusal.code}: ${refusal.message.slice(0, 200)}`;
  const names =
    path
      .split(' ')[0]
      ?.split(/[.[\]\d]+/)
      .filter((name) => name !== '') ?? [];
  const isNamed =
    names.some((name) => refusal.message.includes(name)) || /noSuchKey|__proto__/.test(refusal.message);
  return isNamed ? null : `was refused without its name: ${refusal.message.slice(0, 200)}`;
}

async function nodeOn({ store }: TriedStore): Promise<{ node: SchedulerNode; existing: Existing }> {
  const handlers = [
    defineHandler({ type: 'work', handle: () => undefined }),
    defineHandler({
      type: 'broken',
      handle: () => {
        throw new Error('boom');
      },
    }),
  ];
  const workflows = createWorkflows({ definitions: [WORKFLOW] });
  const node = createSchedulerNode({ store, handlers, workflows, logger: silentLogger });
  await node.open();
  const run = await workflows.start(WORKFLOW, { n: 1 });
  const job = await node.scheduler.schedule({
    type: 'work',
    name: 'known-job',
    trigger: trigger.every('1d'),
  });
  const letter = await node.scheduler.enqueue({ type: 'broken', maxRetries: 0 });
  await node.drain();
  const { id: executionId } = await node.scheduler.runNow(job.id);
  const handler = await node.scheduler.onEvent('ticket:closed', {
    kind: 'enqueue',
    request: { type: 'work' },
  });
  return {
    node,
    existing: { job: job.id, executionId, deadLetter: letter.id, eventHandler: handler.id, run: run.id },
  };
}

it('reads the public methods from their declarations', () => {
  const names = METHODS.map(({ owner, name }) => `${owner}.${name}`);
  expect(names).toEqual(
    expect.arrayContaining([
      'Scheduler.enqueue',
      'DeadLetters.retryAll',
      'SchedulerNode.drain',
      'Workflows.retryFrom',
    ]),
  );
  expect(names.length).toBeGreaterThan(60);
});

describe.each(STORES)('wrong arguments on $name', ({ create }) => {
  (create === null ? it.skip : it)('are refused with their name, and change nothing', async () => {
    const tried = await (create as () => Promise<TriedStore>)();
    const { node, existing } = await nodeOn(tried);
    try {
      const before = await tried.snapshot();
      const problems: string[] = [];
      for (const [owner, objectOf] of Object.entries(OBJECTS))
        for (const method of METHODS.filter((each) => each.owner === owner))
          problems.push(...(await problemsOf(method, objectOf(node), existing)));
      expect(problems).toEqual([]);
      expect(await tried.snapshot()).toEqual(before);
    } finally {
      await node.stop();
      await tried.remove();
    }
  });
});

it('wrong arguments of an app are refused with their name, and leave no job and no handler', async () => {
  const app = createScheduler({
    store: createMemoryStore({ clock: new SystemClock() }),
    handlers: [defineHandler({ type: 'work', handle: () => undefined })],
    logger: silentLogger,
  });
  const { id } = await app.schedule({ type: 'work', name: 'known-job', trigger: trigger.every('1d') });
  const { id: executionId } = await app.runNow(id);
  const existing = { job: id, executionId, deadLetter: executionId, eventHandler: 'none', run: 'none' };
  const problems: string[] = [];
  // `at` begins a sentence, which is refused at its end.
  for (const method of METHODS.filter(({ owner, name }) => owner === 'SchedulerApp' && name !== 'at'))
    problems.push(...(await problemsOf(method, app, existing)));
  expect(problems).toEqual([]);
  expect((await app.all()).map(({ name }) => name)).toEqual(['known-job']);
  expect(app.node.jobTypes).toEqual(['work']);
  await app.stop();
});
