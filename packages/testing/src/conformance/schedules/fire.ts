import assert from 'node:assert/strict';
import { assertIds, assertInstant, assertSameExecution, assertSameJob } from '../kit/assertions.js';
import { buildOccurrence, POLICIES } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';

const overlapping = { policies: { ...POLICIES, allowOverlap: true } };

export const fireJobs: ConformanceGroup<StoreScene> = {
  title: 'schedules.fire',
  cases: {
    'moves the cursor, counts and raises the revision (F122)': async (scene) => {
      const job = await scene.addJob();
      const at = job.nextRunAt ?? new Date(0);
      const fired = await scene.fire(job);
      assertInstant(fired.job.nextRunAt, new Date(at.getTime() + HOUR));
      assertInstant(fired.job.lastRunAt, at);
      assert.equal(fired.job.counters.fired, 1);
      assert.equal(fired.job.revision, job.revision + 1);
      assert.equal(fired.job.status, 'active');
      assertSameJob(await scene.job(job), fired.job);
    },
    'inserts the execution as it was given, numbered': async (scene) => {
      const job = await scene.addJob({ payload: { n: [1] }, tags: ['t'], metadata: { m: 1 }, tenant: 'a' });
      const execution = buildOccurrence(job, await scene.now(), { lateness: 'late' });
      const { executions } = await scene.fire(job, { executions: [execution] });
      assertSameExecution(executions[0] ?? null, { ...execution, occurrence: 1 });
      assertSameExecution(await scene.execution(execution), { ...execution, occurrence: 1 });
    },
    'makes executions that can be claimed': async (scene) => {
      const { executions } = await scene.fire(await scene.addJob());
      assertIds(await scene.claim({ limit: 10 }), executions);
    },
    'numbers occurrences one after the other': async (scene) => {
      const job = await scene.addJob(overlapping);
      const [early, late] = [await scene.fromNow(-HOUR), await scene.now()];
      const twice = [buildOccurrence(job, early), buildOccurrence(job, late)];
      const first = await scene.fire(job, { executions: twice });
      const second = await scene.fire(first.job);
      const numbers = [...first.executions, ...second.executions].map(({ occurrence }) => occurrence);
      assert.deepEqual(numbers, [1, 2, 3]);
      assert.equal(second.job.counters.fired, 3);
    },
    'keeps the last run where the firing names none': async (scene) => {
      const lastRunAt = await scene.fromNow(-HOUR);
      const { job } = await scene.fire(await scene.addJob({ lastRunAt }), { lastRunAt: null });
      assertInstant(job.lastRunAt, lastRunAt);
    },
    'moves the cursor of a firing without executions': async (scene) => {
      const { job, executions } = await scene.fire(await scene.addJob(), { executions: [] });
      assert.deepEqual([...executions], []);
      assert.equal(job.counters.fired, 0);
      assert.equal(job.revision, 2);
    },
    'records skipped traces without counting or numbering them': async (scene) => {
      const job = await scene.addJob();
      const [from, to] = [await scene.fromNow(-HOUR), await scene.fromNow(-MINUTE)];
      const trace = buildOccurrence(job, to, {
        status: 'skipped',
        reason: { code: 'missed', message: null },
        skipped: { count: 60, from, to },
      });
      const run = buildOccurrence(job, await scene.now(), { lateness: 'caught_up' });
      const fired = await scene.fire(job, { executions: [trace, run] });
      assertIds(fired.executions, [trace, run]);
      assertSameExecution(await scene.execution(trace), trace);
      assert.equal((await scene.execution(run)).occurrence, 1);
      assert.equal(fired.job.counters.fired, 1);
    },
    'leaves an occurrence alone that exists already, and does not count it': async (scene) => {
      const at = await scene.now();
      const first = await scene.fire(await scene.addJob({ nextRunAt: at }));
      const again = await scene.fire(first.job, {
        executions: [buildOccurrence(first.job, at), buildOccurrence(first.job, await scene.fromNow(MINUTE))],
      });
      assert.equal(again.executions.length, 1);
      assert.equal(again.executions[0]?.occurrence, 2);
      assert.equal(again.job.counters.fired, 2);
      assert.equal((await scene.listExecutions({ jobId: first.job.id })).total, 2);
    },
    'distinguishes occurrences of one instant by their job': async (scene) => {
      const at = await scene.now();
      for (const job of [await scene.addJob(), await scene.addJob()]) {
        const { executions } = await scene.fire(job, { executions: [buildOccurrence(job, at)] });
        assert.equal(executions.length, 1);
      }
    },
    'answers conflict for a revision that is not the stored one, and writes nothing (F272)': async (
      scene,
    ) => {
      const job = await scene.addJob();
      const { job: fired } = await scene.fire(job);
      const result = await scene.tryToFire(job, {
        executions: [buildOccurrence(job, await scene.fromNow(HOUR))],
      });
      assert.deepEqual(result, { kind: 'conflict', jobId: job.id });
      assertSameJob(await scene.job(job), fired);
      assert.equal((await scene.listExecutions()).total, 1);
    },
    'answers conflict for a job that was paused meanwhile': async (scene) => {
      const job = await scene.addJob();
      await scene.schedules.save({ job: job.pause(await scene.now()), expectedRevision: 1 });
      assert.equal((await scene.tryToFire(job)).kind, 'conflict');
      assert.equal((await scene.listExecutions()).total, 0);
    },
    'answers conflict for a job that may not execute, even at the right revision': async (scene) => {
      const job = await scene.addJob({ status: 'paused' });
      assert.equal((await scene.tryToFire(job)).kind, 'conflict');
    },
    'answers conflict for a job that was removed meanwhile': async (scene) => {
      const job = await scene.addJob();
      await scene.schedules.delete({ id: job.id, tenant: null });
      assert.deepEqual(await scene.tryToFire(job), { kind: 'conflict', jobId: job.id });
      assert.equal((await scene.listExecutions()).total, 0);
    },
    'lets exactly one of several ticks win (F272)': async (scene) => {
      const job = await scene.addJob();
      const results = await Promise.all(Array.from({ length: 5 }, () => scene.tryToFire(job)));
      const kinds = results.map(({ kind }) => kind).sort();
      assert.deepEqual(kinds, ['conflict', 'conflict', 'conflict', 'conflict', 'fired']);
      assert.equal((await scene.listExecutions()).total, 1);
      assert.equal((await scene.job(job)).counters.fired, 1);
    },
    'answers in the order of the firings, and one conflict disturbs no other': async (scene) => {
      const now = await scene.now();
      const jobs = [await scene.addJob(), await scene.addJob(), await scene.addJob()];
      const firings = jobs.map((job, index) =>
        scene.firing(job, now, index === 1 ? { job: job.with({ revision: 99 }) } : {}),
      );
      const results = await scene.schedules.fire({ firings });
      assert.deepEqual(
        results.map((result) => [result.kind, result.kind === 'fired' ? result.job.id : result.jobId]),
        [
          ['fired', jobs[0]?.id],
          ['conflict', jobs[1]?.id],
          ['fired', jobs[2]?.id],
        ],
      );
      assert.equal((await scene.listExecutions()).total, 2);
    },
    'fires many at once': async (scene) => {
      const now = await scene.now();
      const jobs = await Promise.all(Array.from({ length: 100 }, () => scene.addJob()));
      const results = await scene.schedules.fire({ firings: jobs.map((job) => scene.firing(job, now)) });
      assert.equal(results.filter(({ kind }) => kind === 'fired').length, 100);
      assert.equal((await scene.listExecutions()).total, 100);
    },
    'answers nothing for an empty batch': async (scene) => {
      assert.deepEqual([...(await scene.schedules.fire({ firings: [] }))], []);
    },
  },
};
