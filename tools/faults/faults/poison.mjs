import { trigger } from '@scheduler/contracts';
import { quarantineTrouble } from '../harness/quarantine.mjs';
import { between } from '../workload/draw.mjs';

const WAYS = ['exit', 'abort', 'memory', 'rejection'];
const TRIES = 3;

/** Handlers that end their process, each time they are called. Attempts are counted when they start, so that this has an end. */
export const fault = {
  name: 'poison',
  title: 'process.exit, process.abort, out of memory, unhandled rejection',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'quarantine, others unaffected',
  harm: 'deaths',
  mayDie: true,
  workers: { execArgv: ['--max-old-space-size=96'] },

  jobs({ scene, window }) {
    const { startAt, endAt } = window;
    return WAYS.map((poison) => {
      const name = `poison-${poison}`;
      scene.setAside.jobs.add(`job-${name}`);
      const at = new Date(between(scene.random, startAt.getTime(), endAt.getTime()));
      const policy = { maxRetries: TRIES - 1, backoff: { strategy: 'fixed', delay: 100 } };
      return {
        ...window,
        ...policy,
        name,
        type: 'fenced_work',
        trigger: trigger.once(at),
        payload: { poison },
      };
    });
  },

  inflict: (scene) => scene.sleep(scene.leftMs),

  verify(scene, { aside: { executions, starts } }) {
    scene.count('deaths', scene.workers.all.filter(({ end }) => end?.ordered === null).length);
    return [
      ...(executions.length === WAYS.length
        ? []
        : [`${executions.length} of ${WAYS.length} poisons were fired`]),
      ...executions.flatMap((execution) => {
        const own = starts.filter(({ executionId }) => executionId === execution.id).length;
        return quarantineTrouble(execution, { attempts: TRIES, starts: own });
      }),
    ];
  },
};
