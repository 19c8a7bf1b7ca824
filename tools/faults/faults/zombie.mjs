import { trigger } from '@scheduler/contracts';
import { LEASE } from '../harness/settings.mjs';
import { between, oneOf } from '../workload/draw.mjs';
import { patient } from '../workload/jobs.mjs';

const LONGEST_MS = 2.5 * LEASE.duration;

/**
 * SIGSTOP for longer than the lease, SIGCONT while the second attempt runs. Some workers are stopped at random by the harness, others
 * stop themselves between the success of their handler and its completion.
 */
export const fault = {
  name: 'zombie',
  title: 'SIGSTOP longer than the lease, SIGCONT while the second attempt runs',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'CF',
  harm: 'pauses',
  nodes: 5,

  jobs: ({ scene, window }) => [
    frozen('frozen', 'fenced_work', window),
    // On SQLite a frozen transaction holds the only lock, so that no other node could overtake it.
    ...(scene.store === 'sqlite' ? [] : [frozen('frozen-booking', 'transactional_work', window)]),
  ],

  inflict: (scene) => Promise.all([pauseInTurn(scene), pauseInTurn(scene)]),

  /** Every completion that came too late must have been refused explicitly. */
  verify({ figures, workers }, { refusedEffects }) {
    const { overtaken = 0 } = figures;
    const refused = workers.refusedCompletions + workers.givenUp.size + refusedEffects;
    return refused >= overtaken
      ? []
      : [`${overtaken} workers were overtaken, but only ${refused} completions were refused`];
  },
};

async function pauseInTurn(scene) {
  while (scene.isOn) {
    await scene.sleep(between(scene.random, 100, 800));
    const { working } = scene.workers;
    // Enough other workers have to run to overtake the paused one.
    if (working.length < 3 || !scene.isOn) continue;
    const worker = oneOf(scene.random, working);
    worker.pause();
    scene.count('pauses');
    const pausedAt = performance.now();
    await scene.witness.untilStart((start) => overtakes({ scene, worker, pausedAt }, start), LONGEST_MS);
    worker.resume();
  }
}

function frozen(name, type, window) {
  const every = { trigger: trigger.every('3s'), allowOverlap: true };
  // Long enough that the second attempt still runs when the first one continues.
  return patient({ ...window, ...every, name, type, payload: { freezes: true, workMs: [400, 700] } });
}

/** Whether the start is a later attempt of something that the stopped worker had begun. */
function overtakes({ scene, worker, pausedAt }, { executionId, fence, seenAt }) {
  if (seenAt < pausedAt) return false;
  return scene.witness.starts.some(
    (start) => start.node === worker.node && start.executionId === executionId && start.fence < fence,
  );
}
