import { trigger } from '@scheduler/contracts';
import { patient } from '../workload/jobs.mjs';

/** A handler blocks its process for two leases, so that no heartbeat and no timer runs. */
export const fault = {
  name: 'blocked-loop',
  title: 'event loop blocked for 2 leases',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'CEF',
  harm: 'blocked',

  jobs({ window, leaseMs }) {
    const payload = { blocksMs: 2 * leaseMs };
    return [
      patient({ ...window, name: 'blocking', type: 'fenced_work', trigger: trigger.every('4s'), payload }),
      patient({
        ...window,
        name: 'blocking-booking',
        type: 'transactional_work',
        trigger: trigger.every('5s'),
        payload,
      }),
    ];
  },

  inflict: (scene) => scene.sleep(scene.leftMs),

  verify(scene, { starts }) {
    const blocked = starts.filter(({ jobId, fence }) => jobId?.startsWith('job-blocking') && fence === 1);
    scene.count('blocked', blocked.length);
    return [];
  },
};
