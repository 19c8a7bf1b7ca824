import { between, oneOf } from '../workload/draw.mjs';

const SKEW_MS = 90_000;
const HOUR_MS = 3_600_000;

/** Every node has a different time, and now and then the clock of one jumps by an hour while it runs. */
export const fault = {
  name: 'clock-skew',
  title: 'clock skew ± 90 s, jump of an hour',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'AB',
  harm: 'jumps',
  workers: {
    skewMs(name, scene) {
      const number = Number(name.split('-')[1]);
      return [SKEW_MS, -SKEW_MS, 0][number - 1] ?? between(scene.random, -SKEW_MS, SKEW_MS);
    },
  },

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 500, 2_000));
      const { working } = scene.workers;
      if (working.length === 0) continue;
      oneOf(scene.random, working).jump(oneOf(scene.random, [HOUR_MS, -HOUR_MS]));
      scene.count('jumps');
    }
  },
};
