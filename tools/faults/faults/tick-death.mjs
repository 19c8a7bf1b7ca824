import { setTimeout as delay } from 'node:timers/promises';
import { between, oneOf } from '../workload/draw.mjs';

const SECOND_MS = 1_000;

/**
 * Nodes die around the instants at which jobs are due: before, during and after the atomic step that fires them. Only the
 * leader ticks, and two nodes share each name.
 */
export const fault = {
  name: 'tick-death',
  title: 'node dies around the instant of a tick; two nodes with one name',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'AB',
  harm: 'kills',
  workers: {
    instanceId: (name) => `twin-${Math.ceil(Number(name.split('-')[1]) / 2)}`,
    env: { SCHEDULER_DISTRIBUTED: 'true', SCHEDULER_LOCK_TTL: '1s', SCHEDULER_LOCK_REFRESH: '300ms' },
  },

  async inflict(scene) {
    while (scene.isOn) {
      const toNext = SECOND_MS - (Date.now() % SECOND_MS);
      await scene.sleep(Math.max(0, toNext - 40));
      await delay(between(scene.random, 0, 100));
      const { working } = scene.workers;
      const victims = working.length > 2 ? between(scene.random, 1, 2) : 1;
      for (let number = 0; number < victims && scene.workers.working.length > 0; number += 1) {
        void oneOf(scene.random, scene.workers.working).kill();
        scene.count('kills');
      }
      await scene.sleep(200);
    }
  },
};
