import { silentLogger } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { buildExecution, outcomes } from '@scheduler/testing';
import { connectForCommands, connectForWaiting } from '../redis/connect.js';
import { Scripts } from '../redis/script.js';
import { onRedis } from '../test-support/on-redis.js';
import { until } from '../test-support/until.js';
import { createRedisStore } from './redis-store.js';
import { storeOn } from './store-on.js';

const CLAIM = { owner: 'node', leaseMs: 60_000, lanes: [{ queue: 'default', limit: 10 }] };

onRedis((redis) => {
  /** A store whose connection for commands is at hand. */
  async function openStore() {
    const commands = connectForCommands({
      url: redis.url,
      redis: { autoResendUnfulfilledCommands: false },
    });
    const waiting = connectForWaiting({ url: redis.url });
    const store = storeOn({
      commands,
      waiting,
      scripts: new Scripts(commands),
      keyPrefix: redis.newPrefix(),
      clock: new SystemClock(),
      logger: silentLogger,
    });
    await store.open();
    return { store, commands };
  }

  it('goes on after Redis forgot its scripts (F128)', async () => {
    const { store, commands } = await openStore();
    const execution = buildExecution(await store.schedules.now());
    await store.executions.add({ executions: [execution] });
    await commands.script('FLUSH');
    const [claimed] = await store.executions.claim(CLAIM);
    expect(claimed?.id).toBe(execution.id);
    await store.close();
  });

  it('adds once where the answer was lost, and says that it did', async () => {
    const { store, commands } = await openStore();
    // From now on Redis knows the script, so that the next call is the one that writes.
    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    const execution = buildExecution(await store.schedules.now());
    const call = commands.call.bind(commands) as (...args: unknown[]) => Promise<unknown>;
    jest.spyOn(commands, 'call').mockImplementationOnce(async (...args: unknown[]) => {
      await call(...args);
      throw new Error('Connection is closed.');
    });
    const [added] = await store.executions.add({ executions: [execution] });
    expect(added).toEqual(execution);
    const { items } = await store.executions.list({ tenant: null, sortOrder: 'asc', limit: 10, offset: 0 });
    expect(items.filter(({ id }) => id === execution.id)).toHaveLength(1);
    await store.close();
  });

  it('says that the store cannot be used while Redis is out of reach, and goes on after it', async () => {
    const { store, commands } = await openStore();
    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    const [claimed] = await store.executions.claim(CLAIM);
    commands.disconnect(true);
    await expect(store.executions.claim(CLAIM)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await until(() =>
      store.schedules.now().then(
        () => true,
        () => false,
      ),
    );
    const settlements = claimed === undefined ? [] : [{ execution: claimed, outcome: outcomes.succeeded() }];
    const [settled] = await store.executions.settle({ settlements });
    expect(settled?.status).toBe('success');
    await store.close();
  });

  it('refuses to open where no Redis is, and tells no address', async () => {
    const store = createRedisStore({ url: 'redis://user:secret@127.0.0.1:1/0' });
    const error: unknown = await store.open().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE', store: 'redis' });
    expect(String(error)).not.toMatch(/secret|127\.0\.0\.1/);
    await store.close();
  });
});
