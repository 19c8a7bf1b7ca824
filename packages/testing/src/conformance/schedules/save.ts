import assert from 'node:assert/strict';
import { assertIds, assertRejectsWith, assertSameJob } from '../kit/assertions.js';
import { buildJob, buildOccurrence } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';

export const saveJob: ConformanceGroup<StoreScene> = {
  title: 'schedules.save',
  cases: {
    'writes the job and gives it back with the next revision (F207)': async (scene) => {
      const job = await scene.addJob({ payload: { n: 1 } });
      const changed = job.with({ description: 'new', payload: { n: 2 }, tags: ['t'], targetId: 'x' });
      const saved = await scene.schedules.save({ job: changed, expectedRevision: job.revision });
      assertSameJob(saved, changed.with({ revision: job.revision + 1 }));
      assertSameJob(await scene.job(job), saved);
    },
    'takes the next revision, whatever revision the value carries': async (scene) => {
      const job = await scene.addJob();
      const saved = await scene.schedules.save({ job: job.with({ revision: 77 }), expectedRevision: 1 });
      assert.equal(saved.revision, 2);
    },
    'refuses a revision that is not the stored one, and changes nothing': async (scene) => {
      const job = await scene.addJob();
      const first = await scene.schedules.save({
        job: job.with({ description: '1st' }),
        expectedRevision: 1,
      });
      const stale = scene.schedules.save({ job: job.with({ description: '2nd' }), expectedRevision: 1 });
      await assertRejectsWith(stale, 'CONCURRENT_CHANGE', { jobId: job.id, expectedRevision: 1 });
      assertSameJob(await scene.job(job), first);
    },
    'refuses a job that is not stored': async (scene) => {
      const job = buildJob(await scene.now());
      await assertRejectsWith(scene.schedules.save({ job, expectedRevision: 1 }), 'CONCURRENT_CHANGE');
      assert.equal(await scene.schedules.get({ id: job.id, tenant: null }), null);
    },
    'lets exactly one of several writers win': async (scene) => {
      const job = await scene.addJob();
      const results = await Promise.allSettled(
        ['a', 'b', 'c', 'd'].map((description) =>
          scene.schedules.save({ job: job.with({ description }), expectedRevision: job.revision }),
        ),
      );
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      assert.equal(winners.length, 1);
      assert.equal((await scene.job(job)).description, winners[0]?.description);
    },
    'refuses a name that another job of the tenant has, and changes nothing': async (scene) => {
      await scene.addJob({ name: 'taken', tenant: 'a' });
      const job = await scene.addJob({ name: 'free', tenant: 'a' });
      const renamed = job.with({ name: 'taken' });
      await assertRejectsWith(
        scene.schedules.save({ job: renamed, expectedRevision: 1 }),
        'JOB_ALREADY_EXISTS',
        { field: 'name', value: 'taken' },
      );
      assertSameJob(await scene.job(job), job);
    },
    'frees the old name of a job that is renamed': async (scene) => {
      const job = await scene.addJob({ name: 'old' });
      await scene.schedules.save({ job: job.with({ name: 'new' }), expectedRevision: 1 });
      assert.equal(await scene.schedules.findByName({ name: 'old', tenant: null }), null);
      assert.equal((await scene.schedules.findByName({ name: 'new', tenant: null }))?.id, job.id);
      await scene.addJob({ name: 'old' });
    },
    'makes a paused job not due, and a resumed one due again': async (scene) => {
      const now = await scene.now();
      const job = await scene.addJob({ nextRunAt: now });
      const paused = await scene.schedules.save({ job: job.pause(now), expectedRevision: 1 });
      assertIds((await scene.schedules.findDue({ limit: 10 })).jobs, []);
      assert.equal(await scene.schedules.nextDueAt(), null);
      await scene.schedules.save({ job: paused.resume(now, now), expectedRevision: paused.revision });
      assertIds((await scene.schedules.findDue({ limit: 10 })).jobs, [job]);
    },
    'moves a job to its new cursor': async (scene) => {
      const job = await scene.addJob();
      const later = await scene.fromNow(HOUR);
      await scene.schedules.save({ job: job.with({ nextRunAt: later }), expectedRevision: 1 });
      assertIds((await scene.schedules.findDue({ limit: 10 })).jobs, []);
      assert.deepEqual(await scene.schedules.nextDueAt(), later);
    },
    'records skipped executions in the same step': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      const [from, to] = [await scene.fromNow(-HOUR), await scene.now()];
      const skipped = buildOccurrence(job, to, {
        status: 'skipped',
        reason: { code: 'paused', message: null },
        skipped: { count: 2, from, to },
      });
      await scene.schedules.save({ job, expectedRevision: 1, skipped: [skipped] });
      const stored = await scene.execution(skipped);
      assert.deepEqual({ ...stored }, { ...skipped });
      assert.equal((await scene.job(job)).counters.fired, 0);
    },
    'records none where the revision is refused': async (scene) => {
      const job = await scene.addJob();
      const skipped = buildOccurrence(job, await scene.now(), { status: 'skipped' });
      await assertRejectsWith(
        scene.schedules.save({ job, expectedRevision: 9, skipped: [skipped] }),
        'CONCURRENT_CHANGE',
      );
      assert.equal((await scene.listExecutions()).total, 0);
    },
    'leaves alone a skipped occurrence that exists already': async (scene) => {
      const { job, executions } = await scene.fire(await scene.addJob());
      const again = buildOccurrence(job, executions[0]?.occurrenceAt ?? new Date(0), { status: 'skipped' });
      await scene.schedules.save({ job, expectedRevision: job.revision, skipped: [again] });
      assertIds((await scene.listExecutions()).items, executions);
    },
  },
};
