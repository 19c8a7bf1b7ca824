import assert from 'node:assert/strict';
import { trigger } from '@scheduler/contracts';
import { BROKEN, buildExecution, buildLog, buildOccurrence, outcomes } from './kit/builders.js';
import type { ConformanceGroup } from './kit/group.js';
import { spoil } from './kit/spoil.js';
import { HOUR, MINUTE, type StoreScene } from './kit/store-scene.js';
import { addHandler, buildEventHandler } from './event-handlers/event-handler-verbs.js';
import { openCircuit } from './circuits/circuit-verbs.js';

/** Everything that is stored of jobs and executions, as text. */
async function everything(scene: StoreScene): Promise<string> {
  const [jobs, executions] = [await scene.listJobs(), await scene.listExecutions()];
  const executionIds = executions.items.map(({ id }) => id);
  const logs = await scene.executions.logs({ executionIds, tenant: null });
  return JSON.stringify({ jobs: jobs.items, executions: executions.items, logs });
}

/** Spoils what was given to the store or returned by it, and asserts that nothing that is stored has changed. */
async function spoilsNothing(scene: StoreScene, values: unknown, read = everything): Promise<void> {
  const before = await read(scene);
  spoil(values);
  assert.equal(await read(scene), before);
}

const richJob = async (scene: StoreScene) => ({
  payload: { list: [1, { deep: true }] },
  tags: ['a', 'b'],
  metadata: { key: { deep: ['value'] } },
  trigger: trigger.every('1h', { anchor: await scene.now() }),
  startAt: await scene.fromNow(-HOUR),
  endAt: await scene.fromNow(100 * HOUR),
  lastRunAt: await scene.fromNow(-MINUTE),
  nextRunAt: await scene.fromNow(-MINUTE),
  exclusions: { dates: ['2030-01-01'], hours: [], calendar: null, shift: 'skip' as const },
});

const richData = () => ({
  payload: { list: [1, { deep: true }] },
  tags: ['a'],
  metadata: { key: { deep: ['value'] } },
});

/** What callers do with what they gave or got changes nothing that is stored. */
export const copiesOfJobs: ConformanceGroup<StoreScene> = {
  title: 'schedules: what callers change changes nothing stored',
  cases: {
    'given to add': async (scene) => spoilsNothing(scene, await scene.addJob(await richJob(scene))),
    'returned by get, findByName, list and findDue': async (scene) => {
      const { id, name } = await scene.addJob(await richJob(scene));
      const { schedules } = scene;
      await spoilsNothing(scene, await schedules.get({ id, tenant: null }));
      await spoilsNothing(scene, await schedules.findByName({ name, tenant: null }));
      await spoilsNothing(scene, await scene.listJobs());
      const due = await schedules.findDue({ limit: 10 });
      assert.equal(due.jobs.length, 1);
      await spoilsNothing(scene, due);
      await spoilsNothing(scene, [await schedules.nextDueAt(), await schedules.now()]);
    },
    'given to save and cancel, and returned by them': async (scene) => {
      const job = await scene.addJob(await richJob(scene));
      const changed = job.with({ nextRunAt: await scene.fromNow(HOUR), tags: ['c'], payload: { list: [2] } });
      const range = { count: 2, from: await scene.fromNow(-2 * HOUR), to: await scene.fromNow(-HOUR) };
      const skipped = [
        buildOccurrence(job, await scene.fromNow(-HOUR), {
          ...richData(),
          status: 'skipped',
          skipped: range,
        }),
      ];
      const saved = await scene.schedules.save({ job: changed, expectedRevision: job.revision, skipped });
      await spoilsNothing(scene, { changed, skipped });
      await spoilsNothing(scene, saved);
      await spoilsNothing(scene, await scene.listExecutions());
      const stored = await scene.job(job);
      const cancelled = await scene.schedules.cancel({
        job: stored.cancel(await scene.now(), 'done'),
        expectedRevision: stored.revision,
        reason: 'done',
      });
      await spoilsNothing(scene, cancelled);
    },
    'given to fire, and returned by it': async (scene) => {
      const job = await scene.addJob(await richJob(scene));
      const [at, nextRunAt] = [await scene.fromNow(-MINUTE), await scene.fromNow(HOUR)];
      const executions = [buildOccurrence(job, at, richData())];
      const firing = { job, nextRunAt, lastRunAt: at, executions };
      const results = await scene.schedules.fire({ firings: [firing] });
      await spoilsNothing(scene, firing);
      await spoilsNothing(scene, results);
    },
  },
};

export const copiesOfExecutions: ConformanceGroup<StoreScene> = {
  title: 'executions: what callers change changes nothing stored',
  cases: {
    'given to add, and returned by it': async (scene) => {
      const execution = buildExecution(await scene.now(), richData());
      const stored = await scene.executions.add({ executions: [execution] });
      await spoilsNothing(scene, execution);
      await spoilsNothing(scene, stored);
    },
    'returned by get and list': async (scene) => {
      const { id } = await scene.addExecution(richData());
      await scene.claimOne();
      await spoilsNothing(scene, await scene.executions.get({ id, tenant: null }));
      await spoilsNothing(scene, await scene.listExecutions());
    },
    'given to settle': async (scene) => {
      for (const outcome of [
        { kind: 'succeeded', output: { list: [1, { deep: true }] } } as const,
        outcomes.failed({ error: { ...BROKEN }, deadLetterQueue: 'dead' }),
        { ...outcomes.retry(HOUR), error: { ...BROKEN } },
      ]) {
        await scene.addExecution(richData());
        const claimed = await scene.claimOne();
        const { id } = claimed;
        await scene.settle(claimed, outcome);
        await spoilsNothing(scene, outcome);
        await spoilsNothing(scene, await scene.execution({ id }));
      }
    },
    'returned by rescue and requestCancel': async (scene) => {
      await scene.addExecution(richData());
      await scene.claimOne();
      await spoilsNothing(scene, await scene.loseAndRescue());
      const { id } = await scene.addExecution(richData());
      const request = { id, tenant: null, reason: 'enough' };
      await spoilsNothing(scene, await scene.executions.requestCancel(request));
      await spoilsNothing(scene, await scene.executions.requestCancel(request));
    },
    'given to saveProgress and appendLogs, and returned by logs': async (scene) => {
      await scene.addExecution();
      const execution = await scene.claimOne();
      const progress = { done: 1, total: 2, checkpoint: { cursor: [1] } };
      await scene.executions.saveProgress({ execution, progress });
      await spoilsNothing(scene, progress);
      const line = buildLog(execution.id, await scene.now(), { context: { deep: [1] } });
      const lease = { executionId: execution.id, fence: execution.fence };
      await scene.executions.appendLogs({ ...lease, lines: [line] });
      await spoilsNothing(scene, line);
      const logs = await scene.executions.logs({ executionIds: [execution.id], tenant: null });
      assert.equal(logs.length, 1);
      await spoilsNothing(scene, logs);
    },
    'given to replaceDeadLetter': async (scene) => {
      await scene.addExecution(richData());
      const { id } = await scene.settle(await scene.claimOne(), outcomes.failed({ deadLetterQueue: 'dead' }));
      const execution = buildExecution(await scene.now(), { ...richData(), originalExecutionId: id });
      assert.equal(await scene.executions.replaceDeadLetter({ id, tenant: null, execution }), true);
      await spoilsNothing(scene, execution);
    },
  },
};

export const copiesOfCircuits: ConformanceGroup<StoreScene> = {
  title: 'circuits: what callers change changes nothing stored',
  needs: 'circuits',
  cases: {
    'returned by record, admit, states and reset': async (scene) => {
      const states = async ({ circuits }: StoreScene) => JSON.stringify(await circuits.states());
      await spoilsNothing(scene, await openCircuit(scene), states);
      await spoilsNothing(scene, await scene.circuits.states(), states);
      await spoilsNothing(scene, await scene.circuits.reset({ name: 'smtp' }), states);
    },
  },
};

export const copiesOfHandlers: ConformanceGroup<StoreScene> = {
  title: 'eventHandlers: what callers change changes nothing stored',
  needs: 'eventHandlers',
  cases: {
    'given to add and save, and returned by every method': async (scene) => {
      const { eventHandlers } = scene;
      const all = async () =>
        JSON.stringify(await eventHandlers.list({ tenant: null, limit: 10, offset: 0 }));
      const action = { kind: 'enqueue', request: { type: 'work', payload: { deep: [1] } } } as const;
      const handler = buildEventHandler(await scene.now(), { action: structuredClone(action) });
      await eventHandlers.add({ handler });
      await spoilsNothing(scene, handler, all);
      const { id, eventName, name } = await addHandler(scene, { action: structuredClone(action) });
      const at = await scene.now();
      const result = { id, at, succeeded: 1, failed: 0, error: null };
      await eventHandlers.record({ results: [result] });
      await spoilsNothing(scene, result, all);
      const changed = { ...(await eventHandlers.get({ id, tenant: null })), updatedAt: await scene.now() };
      await spoilsNothing(scene, await eventHandlers.save({ handler: changed as typeof handler }), all);
      await spoilsNothing(scene, changed, all);
      await spoilsNothing(scene, await eventHandlers.get({ id, tenant: null }), all);
      await spoilsNothing(scene, await eventHandlers.findByName({ eventName, name, tenant: null }), all);
      await spoilsNothing(scene, await eventHandlers.listening({ eventName, tenant: null }), all);
      await spoilsNothing(scene, await eventHandlers.list({ tenant: null, limit: 10, offset: 0 }), all);
    },
  },
};

export const copiesOfStatistics: ConformanceGroup<StoreScene> = {
  title: 'statistics: what callers change changes nothing stored',
  needs: 'statistics',
  cases: {
    'returned by every method': async (scene) => {
      const job = await scene.addJob(await richJob(scene));
      await scene.addManualRun(job);
      await scene.settle(await scene.claimOne(), outcomes.failed());
      await scene.addManualRun(job);
      const { statistics } = scene;
      const jobId = job.id;
      await spoilsNothing(scene, await statistics.jobRunStatistics({ jobId, tenant: null, latest: 10 }));
      await spoilsNothing(scene, await statistics.workload({ tenant: null, recentMs: HOUR }));
      const range = { since: await scene.fromNow(-HOUR), until: await scene.fromNow(HOUR) };
      await spoilsNothing(scene, await statistics.endedExecutions({ tenant: null, ...range }));
      const buckets = { bucketMs: HOUR, by: null, mostGroups: 1, mostRead: 10 };
      await spoilsNothing(scene, await statistics.endedSeries({ tenant: null, jobId, ...range, ...buckets }));
    },
  },
};
