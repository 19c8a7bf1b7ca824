import { between } from '../workload/draw.mjs';

const BACK_WITHIN_MS = 2_000;

/** One worker after the other gets SIGTERM under load, as in a deployment. */
export const fault = {
  name: 'rolling-restart',
  title: 'rolling SIGTERM under load',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'ABC, exit 0, back to pending ≤ 2 s',
  harm: 'restarts',

  async inflict(scene) {
    for (let round = 0; scene.isOn; round += 1) {
      const { working } = scene.workers;
      const worker = working[round % Math.max(1, working.length)];
      if (worker !== undefined) {
        await worker.terminate();
        scene.count('restarts');
      }
      await scene.sleep(between(scene.random, 100, 500));
    }
  },

  /** The exit code 0 is checked for every fault, and that an interruption costs no retry is promise G. */
  verify(scene, { executions }) {
    const attempts = executions.flatMap(({ id, attempts }) => attempts.map((each) => ({ ...each, id })));
    scene.count('interrupted', attempts.filter(({ status }) => status === 'interrupted').length);
    return attempts.flatMap(({ id, fence, status, owner, finishedAt }) => {
      const terminatedAt = scene.workers.byNode(owner)?.terminatedAt ?? Number.POSITIVE_INFINITY;
      const afterMs = finishedAt.getTime() - terminatedAt;
      // A node that gets no processor time gives up leases, whether it was terminated or not.
      const isGivenUp = scene.workers.givenUp.has(`${id}/${fence}`);
      if (status === 'lost' && afterMs > 0 && !isGivenUp)
        return [`execution ${id} was lost by ${owner} instead of given back`];
      if (status === 'interrupted' && afterMs > BACK_WITHIN_MS)
        return [`execution ${id} went back ${afterMs} ms after ${owner} got SIGTERM`];
      return [];
    });
  },
};
