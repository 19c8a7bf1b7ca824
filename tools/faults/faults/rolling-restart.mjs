import { between } from '../workload/draw.mjs';

const BACK_WITHIN_MS = 2_000;

/** One worker after the other is asked to end, as a deployment does, while there is work. */
export const fault = {
  name: 'rolling-restart',
  title: 'rolling SIGTERM under load',
  stores: ['sqlite', 'postgres', 'mariadb'],
  promises: 'ABC, exit 0, back to pending ≤ 2 s',
  harm: 'restarts',

  async inflict(scene) {
    for (let turn = 0; scene.isOn; turn += 1) {
      const { working } = scene.workers;
      const worker = working[turn % Math.max(1, working.length)];
      if (worker !== undefined) {
        await worker.terminate();
        scene.count('restarts');
      }
      await scene.sleep(between(scene.random, 100, 500));
    }
  },

  /** That processes end with 0 is judged for every fault, and that an interruption costs no retry is G. */
  verify(scene, { executions }) {
    const attempts = executions.flatMap(({ id, attempts }) => attempts.map((each) => ({ ...each, id })));
    scene.count('interrupted', attempts.filter(({ status }) => status === 'interrupted').length);
    return attempts.flatMap(({ id, status, owner, finishedAt }) => {
      if (status === 'lost') return [`execution ${id} was lost by ${owner} instead of given back`];
      const askedAt = scene.workers.byNode(owner)?.terminatedAt ?? Number.POSITIVE_INFINITY;
      const lateMs = finishedAt.getTime() - askedAt;
      if (status !== 'interrupted' || lateMs <= BACK_WITHIN_MS) return [];
      return [`execution ${id} went back ${lateMs} ms after ${owner} was asked to end`];
    });
  },
};
