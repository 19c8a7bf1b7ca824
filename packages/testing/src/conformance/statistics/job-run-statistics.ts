import assert from 'node:assert/strict';
import type { ErrorClass, ExecutionError, ScheduledJob } from '@scheduler/contracts';
import type { JobRunStatistics } from '@scheduler/contracts/adapter';
import { BROKEN, buildOccurrence, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { assertAbout, run } from './runs.js';

const figures = (scene: StoreScene, { id }: ScheduledJob, request = {}): Promise<JobRunStatistics> =>
  scene.statistics.jobRunStatistics({ jobId: id, tenant: null, latest: 100, ...request });

function failure(message: string, name: string, errorClass: ErrorClass | null = null): ExecutionError {
  return { ...BROKEN, message, name, errorClass };
}

export const jobFiguresGroup: ConformanceGroup<StoreScene> = {
  title: 'statistics.jobRunStatistics',
  needs: 'statistics',
  cases: {
    'knows nothing of a job that has not run': async (scene) => {
      const job = await scene.addJob();
      await scene.addManualRun(job);
      const { counts, durations, ...rest } = await figures(scene, job);
      assert.equal(counts.pending + counts.success, 0);
      assert.equal(durations.averageMs, null);
      assert.deepEqual(rest, { failures: [], busiestHours: [], last: null });
    },
    'counts by status and returns durations of successes, of this job alone (F220, F274)': async (scene) => {
      const job = await scene.addJob();
      await run(scene, { takesMs: HOUR });
      await run(scene, { job, takesMs: MINUTE });
      await run(scene, { job, takesMs: 2 * MINUTE });
      await run(scene, { job, takesMs: 6 * MINUTE });
      await run(scene, { job, takesMs: HOUR, outcome: outcomes.failed() });
      await run(scene, { job, outcome: outcomes.cancelled() });
      await scene.fire(await scene.job(job), {
        executions: [buildOccurrence(job, await scene.now(), { status: 'skipped' })],
      });
      await scene.addManualRun(job);
      await scene.claimOne();
      const { counts, durations } = await figures(scene, job);
      assert.deepEqual(counts, {
        pending: 0,
        running: 1,
        success: 3,
        failed: 1,
        timeout: 0,
        cancelled: 1,
        skipped: 1,
      });
      assertAbout(durations.shortestMs, MINUTE);
      assertAbout(durations.averageMs, 3 * MINUTE);
      assertAbout(durations.p50Ms, 2 * MINUTE);
      assertAbout(durations.longestMs, 6 * MINUTE);
    },
    'covers the latest executions only, and returns the last one': async (scene) => {
      const job = await scene.addJob();
      await run(scene, { job, outcome: outcomes.failed() });
      await scene.advance(MINUTE);
      await run(scene, { job });
      await scene.advance(MINUTE);
      const last = await run(scene, { job });
      await scene.addManualRun(job);
      const { counts, failures, last: latest } = await figures(scene, job, { latest: 2 });
      assert.deepEqual([counts.success, counts.failed, failures.length], [2, 0, 0]);
      const { id, status, scheduledAt, startedAt, finishedAt, durationMs } = last;
      assert.deepEqual(latest, { id, status, scheduledAt, startedAt, finishedAt, durationMs });
    },
    'groups failures by the text of their errors before its first colon, the most frequent first (F220, F276)':
      async (scene) => {
        const job = await scene.addJob();
        const fails = (error: ExecutionError, status: 'failed' | 'timeout' = 'failed') =>
          run(scene, { job, outcome: outcomes.failed({ error, status }) });
        await fails(failure('Connection refused: 10.0.0.1:5432', 'Error'));
        const quoted = await fails(failure('Quoted "text" \\ ☃', 'Odd "name" \\ ☃', 'terminal'));
        await scene.advance(MINUTE);
        const latest = await fails(failure('Connection refused: 10.0.0.2:5432', 'NetworkError', 'transient'));
        const timedOut = await fails(failure('A late answer', 'ExecutionTimedOut'), 'timeout');
        const textless = await fails(failure(': no text', 'TextlessError'));
        await run(scene, { job });
        const { failures } = await figures(scene, job);
        const one = { count: 1, errorClass: null };
        assert.deepEqual(failures, [
          {
            errorType: 'Connection refused',
            errorName: 'NetworkError',
            errorClass: 'transient',
            count: 2,
            lastAt: latest.finishedAt,
          },
          { ...one, errorType: 'A late answer', errorName: 'ExecutionTimedOut', lastAt: timedOut.finishedAt },
          {
            ...one,
            errorType: 'Quoted "text" \\ ☃',
            errorName: 'Odd "name" \\ ☃',
            errorClass: 'terminal',
            lastAt: quoted.finishedAt,
          },
          { ...one, errorType: 'TextlessError', errorName: 'TextlessError', lastAt: textless.finishedAt },
        ]);
      },
    'returns the five busiest hours of the day, in UTC (F220)': async (scene) => {
      const job = await scene.addJob();
      const hours: number[] = [];
      // At half past, so that a test that takes some time stays within its hours.
      const now = await scene.now();
      await scene.advance(HOUR + 30 * MINUTE - (now.getTime() % HOUR));
      for (const runs of [3, 1, 2, 1, 1, 1, 1]) {
        for (let count = 0; count < runs; count += 1) await run(scene, { job });
        hours.push((await scene.now()).getUTCHours());
        await scene.advance(HOUR);
      }
      const [first, , third, ...others] = hours;
      const once = [hours[1], ...others].sort((a, b) => Number(a) - Number(b)).slice(0, 3);
      assert.deepEqual((await figures(scene, job)).busiestHours, [
        { hour: first, count: 3 },
        { hour: third, count: 2 },
        ...once.map((hour) => ({ hour, count: 1 })),
      ]);
    },
    'returns nothing for another tenant': async (scene) => {
      const job = await scene.addJob({ tenant: 'a' });
      await run(scene, { job, outcome: outcomes.failed() });
      const foreign = await figures(scene, job, { tenant: 'b' });
      assert.deepEqual([foreign.counts.failed, foreign.failures.length, foreign.last], [0, 0, null]);
      assert.equal((await figures(scene, job, { tenant: 'a' })).counts.failed, 1);
    },
  },
};
