import { trigger } from '@scheduler/contracts';
import { LEASE } from '../harness/settings.mjs';
import { patient } from '../workload/jobs.mjs';

const TIMEOUT_MS = 300;

/** A handler continues long after its timeout, while the next attempt of the same execution runs, and then tries to make its effect. */
export const fault = {
  name: 'ignores-abort',
  title: 'handler that ignores its signal beyond its timeout',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'CEF',
  harm: 'deaf',

  jobs({ window }) {
    const deaf = (name, more) =>
      patient({ ...window, name, timeout: TIMEOUT_MS, trigger: trigger.every('2s'), ...more });
    return [
      deaf('deaf', { type: 'fenced_work', payload: { ignoresMs: 1_500 } }),
      deaf('deaf-booking', { type: 'transactional_work', payload: { ignoresMs: 1_500 } }),
      deaf('deaf-for-long', {
        type: 'fenced_work',
        allowOverlap: true,
        payload: { ignoresMs: 2 * LEASE.duration },
      }),
    ];
  },

  inflict: (scene) => scene.sleep(scene.leftMs),

  verify(scene, { starts, refusedEffects }) {
    const deaf = starts.filter(({ jobId, fence }) => jobId?.startsWith('job-deaf') && fence === 1);
    scene.count('deaf', deaf.length);
    return refusedEffects > 0 ? [] : ['the resource got no effect of an attempt that was over'];
  },
};
