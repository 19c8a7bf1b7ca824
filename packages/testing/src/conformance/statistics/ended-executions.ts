import assert from 'node:assert/strict';
import type { DurationStatistics, EndedStatistics } from '@scheduler/contracts/adapter';
import { buildOccurrence, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { assertAbout, run } from './runs.js';

const NOTHING_ENDED = { pending: 0, running: 0, success: 0, failed: 0, timeout: 0, cancelled: 0, skipped: 0 };
const NO_DURATIONS: DurationStatistics = {
  averageMs: null,
  shortestMs: null,
  longestMs: null,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
};

async function ended(scene: StoreScene, tenant: string | null = null): Promise<EndedStatistics> {
  const [since, until] = [await scene.fromNow(-24 * HOUR), await scene.fromNow(HOUR)];
  return scene.statistics.endedExecutions({ tenant, since, until });
}

export const endedExecutionsGroup: ConformanceGroup<StoreScene> = {
  title: 'statistics.endedExecutions',
  needs: 'statistics',
  cases: {
    'finds nothing where nothing has ended': async (scene) => {
      await scene.addExecution();
      await scene.addExecution();
      await scene.claimOne();
      assert.deepEqual(await ended(scene), { counts: NOTHING_ENDED, durations: NO_DURATIONS });
    },
    'counts by status (F203, F219)': async (scene) => {
      await run(scene);
      await run(scene);
      await run(scene, { outcome: outcomes.failed() });
      await run(scene, { outcome: outcomes.failed({ deadLetterQueue: 'dead' }) });
      await run(scene, { outcome: outcomes.failed({ status: 'timeout' }) });
      await run(scene, { outcome: outcomes.cancelled() });
      const job = await scene.addJob();
      await scene.fire(job, {
        executions: [buildOccurrence(job, await scene.now(), { status: 'skipped' })],
      });
      const { counts } = await ended(scene);
      assert.deepEqual(counts, {
        ...NOTHING_ENDED,
        success: 2,
        failed: 2,
        timeout: 1,
        cancelled: 1,
        skipped: 1,
      });
    },
    'takes what ended at the beginning or the end of the range': async (scene) => {
      const { finishedAt } = await run(scene);
      assert.ok(finishedAt !== null);
      const around = (from: number, to: number) =>
        scene.statistics.endedExecutions({
          tenant: null,
          since: new Date(finishedAt.getTime() + from),
          until: new Date(finishedAt.getTime() + to),
        });
      assert.equal((await around(0, HOUR)).counts.success, 1);
      assert.equal((await around(-HOUR, 0)).counts.success, 1);
      assert.equal((await around(-HOUR, -1)).counts.success, 0);
      assert.equal((await around(1, HOUR)).counts.success, 0);
    },
    'returns durations, with percentiles by nearest rank (F219)': async (scene) => {
      for (let minutes = 20; minutes >= 1; minutes -= 1) {
        await run(scene, { takesMs: minutes * MINUTE });
      }
      const { durations } = await ended(scene);
      assertAbout(durations.shortestMs, MINUTE);
      assertAbout(durations.longestMs, 20 * MINUTE);
      assertAbout(durations.averageMs, 10.5 * MINUTE);
      assertAbout(durations.p50Ms, 10 * MINUTE);
      assertAbout(durations.p95Ms, 19 * MINUTE);
      assertAbout(durations.p99Ms, 20 * MINUTE);
    },
    'gives every percentile of one duration that duration': async (scene) => {
      const { durationMs } = await run(scene, { takesMs: MINUTE });
      const { durations } = await ended(scene);
      assert.deepEqual(durations, {
        averageMs: durationMs,
        shortestMs: durationMs,
        longestMs: durationMs,
        p50Ms: durationMs,
        p95Ms: durationMs,
        p99Ms: durationMs,
      });
    },
    'takes durations from successes only (F274)': async (scene) => {
      await run(scene, { outcome: outcomes.cancelled(), takesMs: HOUR });
      await run(scene, { outcome: outcomes.failed(), takesMs: HOUR });
      await run(scene, { outcome: outcomes.failed({ status: 'timeout' }), takesMs: HOUR });
      assert.deepEqual((await ended(scene)).durations, NO_DURATIONS);
      await run(scene, { takesMs: MINUTE });
      const { durations } = await ended(scene);
      for (const value of Object.values(durations)) assertAbout(value, MINUTE);
    },
    'counts what waits and runs into no range (F274)': async (scene) => {
      const { finishedAt } = await run(scene);
      assert.ok(finishedAt !== null);
      await scene.addExecution();
      await scene.addExecution();
      await scene.claimOne();
      const { counts } = await ended(scene);
      assert.deepEqual(counts, { ...NOTHING_ENDED, success: 1 });
    },
    'counts only what belongs to the tenant': async (scene) => {
      await run(scene, { props: { tenant: 'a' }, takesMs: MINUTE });
      await run(scene, { props: { tenant: 'b' }, outcome: outcomes.failed() });
      const own = await ended(scene, 'a');
      assert.deepEqual(own.counts, { ...NOTHING_ENDED, success: 1 });
      assertAbout(own.durations.shortestMs, MINUTE);
    },
  },
};
