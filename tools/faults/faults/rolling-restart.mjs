import { between } from '../workload/draw.mjs';

const BACK_WITHIN_MS = 2_000;

/** One worker after the other is asked to end, as a deployment does, while there is work. */
export const fault = {
  name: 'rolling-restart',
  title: 'rolling SIGTERM under load',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
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
    return attempts.flatMap(({ id, fence, status, owner, finishedAt }) => {
      const askedAt = scene.workers.byNode(owner)?.terminatedAt ?? Number.POSITIVE_INFINITY;
      const afterMs = finishedAt.getTime() - askedAt;
      // A node that gets no processor time gives leases up, whether it is asked to end or not.
      const isGivenUp = scene.workers.givenUp.has(`${id}/${fence}`);
      if (status === 'lost' && afterMs > 0 && !isGivenUp)
        return [`execution ${id} was lost by ${owner} instead of given back`];
      if (status === 'interrupted' && afterMs > BACK_WITHIN_MS)
        return [`execution ${id} went back ${afterMs} ms after ${owner} was asked to end`];
      return [];
    });
  },
};
