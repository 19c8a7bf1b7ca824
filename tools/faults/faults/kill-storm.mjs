import { between, oneOf } from '../workload/draw.mjs';

/** One worker after another is killed by `kill -9` at a random moment, and started again at once. */
export const fault = {
  name: 'kill-storm',
  title: 'worker `kill -9`, respawn',
  stores: ['sqlite', 'postgres', 'mariadb', 'redis'],
  promises: 'ABCDEFG',
  harm: 'kills',

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 200, 900));
      const { working } = scene.workers;
      if (working.length === 0 || !scene.isOn) continue;
      await oneOf(scene.random, working).kill();
      scene.count('kills');
    }
  },
};
