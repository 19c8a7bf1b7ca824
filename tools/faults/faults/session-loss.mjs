import { withRedis } from '../harness/with-redis.mjs';
import { affectedProxies, throughProxy } from '../proxy/through-proxy.mjs';
import { between, oneOf } from '../workload/draw.mjs';

/**
 * Again and again the server ends all sessions of the workers at once, as an operator does. At other times the proxy resets them, and
 * refuses new ones for a while, as when a connection pooler restarts.
 */
export const fault = {
  ...throughProxy,
  name: 'session-loss',
  title: 'session loss, restart of a pooler',
  stores: ['postgres', 'mariadb', 'redis'],
  promises: 'ABH',
  harm: 'sessions',

  async inflict(scene) {
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 200, 1_200));
      scene.count('sessions', await oneOf(scene.random, [endSessions[scene.store], restartPooler])(scene));
    }
  },
};

async function restartPooler(scene) {
  const cut = affectedProxies(scene);
  const sessions = cut.flatMap(({ ports }) => ports).length;
  for (const proxy of cut) {
    proxy.cutAll();
    proxy.refuse();
  }
  await scene.sleep(between(scene.random, 0, 1_500));
  for (const proxy of cut) proxy.pass();
  return sessions;
}

const endSessions = {
  async postgres({ control: { knex }, proxy: { ports } }) {
    const { rows } = await knex.raw(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port = ANY(?)',
      [ports],
    );
    return rows.length;
  },

  async redis({ server: { url }, proxy: { ports } }) {
    return withRedis(url, async (redis) => {
      const clients = String(await redis.client('LIST')).split('\n');
      const matching = clients.filter((line) => ports.includes(Number(/ addr=\S*:(\d+)/.exec(line)?.[1])));
      const ids = matching.map((line) => /^id=(\d+)/.exec(line)[1]);
      const ended = await Promise.all(ids.map((id) => redis.client('KILL', 'ID', id)));
      return ended.reduce((sum, count) => sum + Number(count), 0);
    });
  },

  async mariadb({ control: { knex }, proxy: { ports } }) {
    const threads = await knex('information_schema.processlist').select('ID', 'HOST');
    const matching = threads.filter(({ HOST }) => ports.includes(Number(String(HOST).split(':').at(-1))));
    // A session may have ended by itself meanwhile.
    const ended = await Promise.allSettled(matching.map(({ ID }) => knex.raw(`KILL ${Number(ID)}`)));
    return ended.filter(({ status }) => status === 'fulfilled').length;
  },
};
