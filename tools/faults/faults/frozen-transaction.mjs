import { setTimeout as delay } from 'node:timers/promises';
import { trigger } from '@scheduler/contracts';
import { PATIENCE_MS } from '../harness/settings.mjs';
import { until } from '../harness/until.mjs';
import { oneOf } from '../workload/draw.mjs';
import { patient } from '../workload/jobs.mjs';

const FROZEN_MS = PATIENCE_MS + 9_000;

/**
 * A process is stopped inside the transaction that completes its execution, with locks on rows, and another one dies meanwhile. What
 * the dead one held must be rescued in time, whatever is locked. On SQLite there is but one lock, and nothing could be promised.
 */
export const fault = {
  name: 'frozen-transaction',
  title: 'SIGSTOP inside the transaction of a handler, while another node dies',
  stores: ['postgres', 'mariadb'],
  promises: 'CDF',
  harm: 'frozen',
  frozenMs: FROZEN_MS,

  jobs: ({ window }) => [
    patient({
      ...window,
      name: 'frozen-inside',
      type: 'transactional_work',
      trigger: trigger.every('1s'),
      allowOverlap: true,
      payload: { freezesAt: 2 },
    }),
  ],

  async inflict(scene) {
    const frozen = await until(
      () => scene.workers.running.find(({ isStopped }) => isStopped) ?? null,
      15_000,
    );
    if (frozen === null) return;
    scene.count('frozen');
    await oneOf(scene.random, scene.workers.working).kill();
    scene.count('kills');
    scene.longestOverdueMs = 0;
    while (frozen.isStopped) {
      await delay(500);
      scene.longestOverdueMs = Math.max(scene.longestOverdueMs, await overdueMs(scene));
    }
  },

  verify({ longestOverdueMs = 0 }) {
    if (longestOverdueMs <= PATIENCE_MS) return [];
    const seconds = Math.round(longestOverdueMs / 1_000);
    return [`something of another job was due for ${seconds} s while one transaction was frozen`];
  },
};

/** How long anything of another job has been due, or its lease over. The row of the frozen job itself is locked. */
async function overdueMs({ control }) {
  const unfinished = await control.executions({ statuses: ['pending', 'running'] });
  const now = (await control.now()).getTime();
  const others = unfinished.filter(({ jobName }) => jobName !== 'frozen-inside');
  return Math.max(0, ...others.map(({ leaseUntil, availableAt }) => now - (leaseUntil ?? availableAt)));
}
