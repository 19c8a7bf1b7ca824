import { throughProxy } from '../proxy/through-proxy.mjs';
import { between } from '../workload/draw.mjs';

/** Again and again the server ends all sessions of the workers at once, as a pooler or an operator does. */
export const fault = {
  ...throughProxy,
  name: 'session-loss',
  title: 'session loss: the server ends all sessions of the workers',
  stores: ['postgres', 'mariadb'],
  promises: 'ABH',
  harm: 'sessions',

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 200, 1_200));
      scene.count('sessions', await endSessions[scene.store](scene));
    }
  },
};

const endSessions = {
  async postgres({ control: { knex }, proxy: { ports } }) {
    const { rows } = await knex.raw(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ANY(?)',
      [ports],
    );
    return rows.length;
  },

  async mariadb({ control: { knex }, proxy: { ports } }) {
    const threads = await knex('information_schema.processlist').select('ID', 'HOST');
    const own = threads.filter(({ HOST }) => ports.includes(Number(String(HOST).split(':').at(-1))));
    // It may have ended by itself meanwhile.
    const ended = await Promise.allSettled(own.map(({ ID }) => knex.raw(`KILL ${Number(ID)}`)));
    return ended.filter(({ status }) => status === 'fulfilled').length;
  },
};
