import { setTimeout as delay } from 'node:timers/promises';
import { trigger } from '@scheduler/contracts';
import { PATIENCE_MS } from '../harness/settings.mjs';
import { until } from '../harness/until.mjs';
import { oneOf } from '../workload/draw.mjs';
import { patient } from '../workload/jobs.mjs';

const NAME = 'frozen-inside';
const CHECK_INTERVAL_MS = 250;
const FROZEN_MS = PATIENCE_MS + 9_000;

/**
 * A process is stopped inside the transaction that completes its execution, with locks on rows, and another one dies meanwhile. The
 * executions of the dead process must be rescued in time despite the locks. SQLite has only one lock, so that nothing could be promised.
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
      name: NAME,
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
    scene.longestOverdueMs = await longestWhile(() => frozen.isStopped, scene);
  },

  verify({ notes, longestOverdueMs = 0 }) {
    const seconds = (longestOverdueMs / 1_000).toFixed(1);
    notes.push(`longest overdue of another job meanwhile: ${seconds} s`);
    if (longestOverdueMs <= PATIENCE_MS) return [];
    return [`another job was overdue for ${seconds} s while one transaction was frozen`];
  },
};

async function longestWhile(isOn, scene) {
  let longest = 0;
  while (isOn()) {
    await delay(CHECK_INTERVAL_MS);
    longest = Math.max(longest, await overdueMs(scene));
  }
  return longest;
}

/** The longest time for which another job has been due, its execution available, or its lease expired. The row of the frozen job itself is locked. */
async function overdueMs({ control }) {
  const executions = await control.executions({ statuses: ['pending', 'running'] });
  const jobs = (await control.jobs()).filter((job) => job.canExecute());
  const now = (await control.now()).getTime();
  const due = [
    ...executions
      .filter(({ jobName }) => jobName !== NAME)
      .map((each) => each.leaseUntil ?? each.availableAt),
    ...jobs
      .filter(({ name, nextRunAt }) => name !== NAME && nextRunAt !== null)
      .map(({ nextRunAt }) => nextRunAt),
  ];
  return Math.max(0, ...due.map((at) => now - at.getTime()));
}
