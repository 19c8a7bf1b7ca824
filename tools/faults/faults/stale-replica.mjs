import { replicate, startOwnRedis } from '../harness/own-redis.mjs';
import { FaultyProxy } from '../proxy/proxy.mjs';
import { between } from '../workload/draw.mjs';

/**
 * A replica of Redis takes over that lacks the last seconds: messages that were taken come back, and those that were published
 * since are lost. All nodes use one address of Redis, which then leads to the replica.
 */
export const fault = {
  name: 'stale-replica',
  title: 'a replica of Redis takes over that lacks the last seconds',
  stores: ['sqlite', 'postgres', 'mariadb'],
  queues: ['bullmq'],
  promises: 'ABCDH',
  harm: 'failovers',
  startRedis: startPair,

  async inflict(scene) {
    const { redis } = scene;
    while (scene.isOn) {
      await scene.sleep(between(scene.random, 300, 1_500));
      await redis.leaveReplicaBehind();
      await scene.sleep(between(scene.random, 500, 3_000));
      await redis.failOver();
      scene.count('failovers');
      await redis.follow();
    }
  },
};

/** Starts two servers and a proxy that leads to the first of them. */
async function startPair({ progress }) {
  const pair = await Promise.all([startOwnRedis({ progress }), startOwnRedis({ progress })]);
  const [first, second] = pair;
  const proxy = new FaultyProxy({ url: first.url });
  let [primary, replica] = [first, second];
  const follow = () => replicate({ from: primary, to: replica });
  await follow();
  return {
    url: await proxy.start(),
    follow,
    leaveReplicaBehind: () => replica.ask((redis) => redis.replicaof('NO', 'ONE')),
    failOver() {
      [primary, replica] = [replica, primary];
      proxy.lead(primary.url);
    },
    async stop() {
      await proxy.stop();
      await Promise.all(pair.map((server) => server.stop()));
    },
  };
}
