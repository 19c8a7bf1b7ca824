import { trigger } from '@scheduler/contracts';
import { quarantineViolations } from '../harness/quarantine.mjs';
import { between } from '../workload/draw.mjs';

const WAYS = ['exit', 'abort', 'memory', 'rejection'];
const ATTEMPTS = 3;

/** Handlers end their process each time they are called. It stops because a start that was never confirmed is stored first from the third call on. */
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
      const policy = { maxRetries: ATTEMPTS - 1, backoff: { strategy: 'fixed', delay: 100 } };
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
        const startCount = starts.filter(({ executionId }) => executionId === execution.id).length;
        return quarantineViolations(execution, { attempts: ATTEMPTS, starts: startCount });
      }),
    ];
  },
};
