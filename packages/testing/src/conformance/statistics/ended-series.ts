import assert from 'node:assert/strict';
import { jobType } from '@scheduler/contracts';
import type { EndedPoint, EndedSeries, EndedSeriesRequest } from '@scheduler/contracts/adapter';
import { outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { assertAbout, run } from './runs.js';

/** From the bucket of now on, so that every test begins at the start of a bucket. */
async function atStartOfHour(scene: StoreScene): Promise<Date> {
  const now = (await scene.now()).getTime();
  const start = Math.ceil(now / HOUR) * HOUR;
  await scene.advance(start - now + MINUTE);
  return new Date(start);
}

const hours = (start: Date, count: number) => new Date(start.getTime() + count * HOUR);

function series(
  scene: StoreScene,
  start: Date,
  request: Partial<EndedSeriesRequest> = {},
): Promise<EndedSeries> {
  return scene.statistics.endedSeries({
    tenant: null,
    jobId: null,
    since: hours(start, -1),
    until: hours(start, 20),
    bucketMs: HOUR,
    by: null,
    mostGroups: 10,
    mostRead: 1_000,
    ...request,
  });
}

const shortOf = (start: Date, points: readonly EndedPoint[]) =>
  points.map(({ at, group, started, counts }) => [
    (at.getTime() - start.getTime()) / HOUR,
    group,
    started,
    counts.success + counts.failed + counts.timeout + counts.cancelled + counts.skipped,
  ]);

export const endedSeriesGroup: ConformanceGroup<StoreScene> = {
  title: 'statistics.endedSeries',
  needs: 'statistics',
  cases: {
    'has no points where nothing has ended or started': async (scene) => {
      const start = await atStartOfHour(scene);
      await scene.addExecution();
      assert.deepEqual(await series(scene, start), { since: hours(start, -1), points: [] });
    },
    'counts what ended in each bucket, by status (F219)': async (scene) => {
      const start = await atStartOfHour(scene);
      await run(scene);
      await run(scene, { outcome: outcomes.failed() });
      await run(scene, { outcome: outcomes.failed({ deadLetterQueue: 'dead', status: 'timeout' }) });
      await scene.advance(2 * HOUR);
      await run(scene, { outcome: outcomes.cancelled() });
      const { since, points } = await series(scene, start);
      assert.deepEqual(since, hours(start, -1));
      assert.deepEqual(shortOf(start, points), [
        [0, null, 3, 3],
        [2, null, 1, 1],
      ]);
      const { success, failed, timeout } = points[0]?.counts ?? {};
      assert.deepEqual([success, failed, timeout, points[1]?.counts.cancelled], [1, 1, 1, 1]);
    },
    'counts what runs now as started, and what started in an earlier bucket there': async (scene) => {
      const start = await atStartOfHour(scene);
      await run(scene, { takesMs: HOUR });
      await scene.addExecution();
      await scene.claimOne();
      assert.deepEqual(shortOf(start, (await series(scene, start)).points), [
        [0, null, 1, 0],
        [1, null, 1, 1],
      ]);
    },
    'takes what ended at the beginning of the range, and leaves out what ended at its end': async (scene) => {
      const start = await atStartOfHour(scene);
      const { finishedAt } = await run(scene);
      assert.ok(finishedAt !== null);
      const counted = async (since: number, until: number) => {
        const range = {
          since: new Date(finishedAt.getTime() + since),
          until: new Date(finishedAt.getTime() + until),
        };
        const { points } = await series(scene, start, { ...range, bucketMs: 1 });
        return points.reduce((total, { counts }) => total + counts.success, 0);
      };
      assert.equal(await counted(0, 1), 1);
      assert.equal(await counted(-1, 0), 0);
      assert.equal(await counted(1, 5), 0);
    },
    'returns the durations of successes in each bucket, with percentiles by nearest rank': async (scene) => {
      const start = await atStartOfHour(scene);
      for (const minutes of [4, 1, 3, 2]) await run(scene, { takesMs: minutes * MINUTE });
      await run(scene, { takesMs: MINUTE, outcome: outcomes.failed() });
      await scene.advance(HOUR);
      await run(scene, { takesMs: 7 * MINUTE });
      const [first, second] = (await series(scene, start)).points;
      assert.ok(first !== undefined && second !== undefined);
      assertAbout(first.durations.shortestMs, MINUTE);
      assertAbout(first.durations.averageMs, 2.5 * MINUTE);
      assertAbout(first.durations.p50Ms, 2 * MINUTE);
      assertAbout(first.durations.p95Ms, 4 * MINUTE);
      assertAbout(first.durations.longestMs, 4 * MINUTE);
      assertAbout(second.durations.p50Ms, 7 * MINUTE);
    },
    'returns how long executions had waited to start': async (scene) => {
      const start = await atStartOfHour(scene);
      await scene.addExecution();
      await scene.addExecution();
      await scene.advance(2 * MINUTE);
      await scene.settle(await scene.claimOne(), outcomes.succeeded());
      await scene.advance(4 * MINUTE);
      await scene.settle(await scene.claimOne(), outcomes.failed());
      const [point] = (await series(scene, start)).points;
      assertAbout(point?.waits.averageMs ?? null, 4 * MINUTE);
      assertAbout(point?.waits.longestMs ?? null, 6 * MINUTE);
    },
    'divides points by status, queue or type': async (scene) => {
      const start = await atStartOfHour(scene);
      await run(scene, { props: { queue: 'mails', type: jobType('mail') } });
      await run(scene, { props: { queue: 'mails', type: jobType('mail') }, outcome: outcomes.failed() });
      await run(scene, { props: { queue: 'default', type: jobType('report') } });
      await scene.addExecution({ queue: 'mails', type: jobType('mail') });
      await scene.claimOne({ queue: 'mails' });
      const by = async (grouping: 'status' | 'queue' | 'type') =>
        shortOf(start, (await series(scene, start, { by: grouping })).points);
      assert.deepEqual(await by('queue'), [
        [0, 'default', 1, 1],
        [0, 'mails', 3, 2],
      ]);
      assert.deepEqual(await by('type'), [
        [0, 'mail', 3, 2],
        [0, 'report', 1, 1],
      ]);
      assert.deepEqual(await by('status'), [
        [0, 'failed', 1, 1],
        [0, 'success', 2, 2],
      ]);
    },
    'gives the busiest groups points of their own, and the others one together': async (scene) => {
      const start = await atStartOfHour(scene);
      for (const type of ['c', 'c', 'b', 'a', 'd'])
        await run(scene, { props: { type: jobType(type) }, takesMs: MINUTE });
      const { points } = await series(scene, start, { by: 'type', mostGroups: 2 });
      assert.deepEqual(shortOf(start, points), [
        [0, 'a', 1, 1],
        [0, 'c', 2, 2],
        [0, null, 2, 2],
      ]);
      assertAbout(points[2]?.durations.longestMs ?? null, MINUTE);
    },
    'counts only the executions of a job': async (scene) => {
      const start = await atStartOfHour(scene);
      const job = await scene.addJob();
      await run(scene, { job, takesMs: MINUTE });
      await run(scene, { takesMs: 2 * MINUTE });
      await scene.addManualRun(job);
      await scene.addExecution();
      await scene.claimOne({ limit: 2 });
      const { points } = await series(scene, start, { jobId: job.id });
      assert.deepEqual(shortOf(start, points), [[0, null, 2, 1]]);
      assertAbout(points[0]?.durations.longestMs ?? null, MINUTE);
    },
    'counts the latest whole buckets where more ended than may be read, also of a job': async (scene) => {
      const start = await atStartOfHour(scene);
      const job = await scene.addJob();
      for (let count = 0; count < 4; count += 1) {
        await run(scene, { job });
        await run(scene, { job });
        await scene.advance(HOUR);
      }
      for (const jobId of [null, job.id]) {
        const all = await series(scene, start, { jobId, mostRead: 8 });
        assert.deepEqual([all.since, all.points.length], [hours(start, -1), 4]);
        const latest = await series(scene, start, { jobId, mostRead: 5 });
        assert.deepEqual([jobId, latest.since], [jobId, hours(start, 2)]);
        assert.deepEqual(shortOf(start, latest.points), [
          [2, null, 2, 2],
          [3, null, 2, 2],
        ]);
        const none = await series(scene, start, { jobId, mostRead: 1, until: hours(start, 4) });
        assert.deepEqual([jobId, none], [jobId, { since: hours(start, 4), points: [] }]);
      }
    },
    'counts only what belongs to the tenant': async (scene) => {
      const start = await atStartOfHour(scene);
      await run(scene, { props: { tenant: 'a' } });
      await run(scene, { props: { tenant: 'b' } });
      await scene.addExecution({ tenant: 'b' });
      await scene.claimOne();
      const points = async (tenant: string) => (await series(scene, start, { tenant })).points;
      assert.deepEqual(shortOf(start, await points('a')), [[0, null, 1, 1]]);
      assert.deepEqual(shortOf(start, await points('b')), [[0, null, 2, 1]]);
      assert.deepEqual(await points('nobody'), []);
    },
  },
};
