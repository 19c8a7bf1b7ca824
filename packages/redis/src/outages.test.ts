import { silentLogger } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { buildExecution, buildJob, outcomes } from '@scheduler/testing';
import type { Redis } from 'ioredis';
import { connectForSteps, connectForWaiting } from './connection/connect.js';
import { Scripts } from './connection/script.js';
import { onRedis } from './test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';
import { createRedisStore } from './redis-store.js';
import { buildRedisStore } from './build-redis-store.js';

const CLAIM = { owner: 'node', leaseMs: 60_000, lanes: [{ queue: 'default', limit: 10 }] };

onRedis((redis) => {
  /** A store whose connection for commands is at hand. */
  async function openStore() {
    const commands = connectForSteps({ url: redis.url });
    const waiting = connectForWaiting({ url: redis.url });
    const store = buildRedisStore({
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

  /** The next step is carried out, and its answer gets lost. */
  function loseNextAnswer(commands: Redis): void {
    const call = commands.call.bind(commands) as (...args: unknown[]) => Promise<unknown>;
    jest.spyOn(commands, 'call').mockImplementationOnce(async (...args: unknown[]) => {
      await call(...args);
      throw new Error('Connection is closed.');
    });
  }

  it('adds an execution once where the answer was lost, and says that it did', async () => {
    const { store, commands } = await openStore();
    const now = await store.schedules.now();
    // From now on Redis knows the script, so that the next call is the one that writes.
    await store.executions.add({ executions: [buildExecution(now)] });
    const execution = buildExecution(now);
    loseNextAnswer(commands);
    expect(await store.executions.add({ executions: [execution] })).toEqual([execution]);
    expect((await store.executions.count({ tenant: null })).pending).toBe(2);
    await store.close();
  });

  it('adds a job once where the answer was lost, and says that it did', async () => {
    const { store, commands } = await openStore();
    const now = await store.schedules.now();
    await store.schedules.add({ jobs: [buildJob(now)] });
    const job = buildJob(now);
    loseNextAnswer(commands);
    await store.schedules.add({ jobs: [job] });
    expect(await store.schedules.get({ id: job.id, tenant: null })).toEqual(job);
    await store.close();
  });

  it('says that the store cannot be used while Redis is out of reach, and goes on after it', async () => {
    const { store, commands } = await openStore();
    await store.executions.add({ executions: [buildExecution(await store.schedules.now())] });
    const [claimed] = await store.executions.claim(CLAIM);
    commands.disconnect(true);
    await expect(store.executions.claim(CLAIM)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await eventually('an answer of the store', () =>
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
