import { type JsonObject, type Logger, silentLogger } from '@scheduler/contracts';
import type { Redis } from 'ioredis';
import { connectForCommands } from '../connection/connect.js';
import { disconnect } from '../connection/disconnect.js';
import { onRedis } from '../test-support/on-redis.js';
import { eventually } from '@scheduler/test-support';
import { createStreamConsumer, type StreamConsumer } from './stream-consumer.js';
import type { StreamConsumerOptions, StreamEntry } from './stream-consumer-options.js';
import { streamKeyOf } from './stream-key.js';
import { toFields } from './stream-message.js';

const GROUP = 'scheduler-monitors';

onRedis(({ url }) => {
  let client: Redis;
  let keyPrefix: string;
  let consumers: StreamConsumer[];

  beforeEach(async () => {
    client = connectForCommands({ url });
    await client.connect();
    keyPrefix = `streams-${process.pid}-${Math.random()}:`;
    consumers = [];
  });
  afterEach(async () => {
    await Promise.all(consumers.map((consumer) => consumer.close()));
    const keys = await client.keys(`${keyPrefix}*`);
    if (keys.length > 0) await client.del(...keys);
    await disconnect(client);
  });

  const key = () => streamKeyOf('events', { keyPrefix });
  const add = async (...numbers: readonly number[]) => {
    const together = client.multi();
    for (const n of numbers) {
      const event = { name: 'step', at: new Date(1_000), tenant: 'a', data: { n } };
      together.xadd(key(), '*', ...toFields('somebody', event));
    }
    await together.exec();
  };
  const numberOf = ({ event }: StreamEntry) => Number(event.data['n']);
  const consume = async (options: Partial<StreamConsumerOptions>) => {
    const heard: StreamEntry[] = [];
    const consumer = await createStreamConsumer({
      url,
      keyPrefix,
      stream: 'events',
      group: GROUP,
      consumer: 'one',
      reclaimAfter: 60,
      ...options,
      handle: async (entry) => {
        heard.push(entry);
        await options.handle?.(entry);
      },
    });
    consumers.push(consumer);
    return { heard, consumer, numbers: () => heard.map(numberOf) };
  };
  const pending = async () => Number(((await client.xpending(key(), GROUP)) as readonly unknown[])[0]);
  const logged = () => {
    const lines: [string, JsonObject | undefined][] = [];
    const note = (message: string, fields?: JsonObject) => void lines.push([message, fields]);
    const logger: Logger = { ...silentLogger, warn: note, error: note };
    return { logger, lines };
  };

  it('gives every group every entry, and each entry to one consumer of a group (F129, F196)', async () => {
    const [one, two, other] = [
      await consume({ consumer: 'one', batch: 1 }),
      await consume({ consumer: 'two', batch: 1 }),
      await consume({ group: 'scheduler-workers' }),
    ];
    const all = Array.from({ length: 50 }, (_, n) => n);
    await add(...all);
    await eventually(
      'every entry in both groups',
      () => one.heard.length + two.heard.length >= 50 && other.heard.length >= 50,
    );
    expect([...one.numbers(), ...two.numbers()].sort((a, b) => a - b)).toEqual(all);
    expect(other.numbers()).toEqual(all);
    expect(other.heard[0]).toMatchObject({
      event: { name: 'step', at: new Date(1_000), tenant: 'a', data: { n: 0 } },
      deliveries: 1,
    });
    await eventually('every acknowledgement', async () => (await pending()) === 0);
  });

  it('delivers an entry again after its handler threw, and acknowledges it once the handler succeeds (F129)', async () => {
    const { heard } = await consume({
      handle: ({ deliveries }) => {
        if (deliveries < 3) throw new Error('not yet');
      },
    });
    await add(1);
    await eventually('the third delivery', async () => heard.length === 3 && (await pending()) === 0);
    expect(heard.map(({ deliveries }) => deliveries)).toEqual([1, 2, 3]);
  });

  it('takes over the entries of a dead consumer (F129)', async () => {
    await client.xgroup('CREATE', key(), GROUP, '$', 'MKSTREAM');
    await add(1, 2);
    await client.xreadgroup('GROUP', GROUP, 'dead', 'STREAMS', key(), '>');
    const { numbers, heard } = await consume({});
    await eventually('both entries', async () => heard.length === 2 && (await pending()) === 0);
    expect(numbers()).toEqual([1, 2]);
    expect(heard[0]!.deliveries).toBe(2);
  });

  it('gives up an entry that failed too often, and logs that', async () => {
    const { logger, lines } = logged();
    const { heard } = await consume({
      maxDeliveries: 2,
      logger,
      handle: (entry) => {
        if (numberOf(entry) === 1) throw new Error('never');
      },
    });
    await add(1, 2);
    await eventually('the end of the deliveries', async () => heard.length === 3 && (await pending()) === 0);
    expect(heard.map(numberOf)).toEqual([1, 2, 1]);
    expect(lines.at(-1)).toEqual([
      'a stream entry is given up',
      expect.objectContaining({ stream: 'events', group: GROUP, deliveries: 2, error: 'Error: never' }),
    ]);
  });

  it('gives up an entry whose consumers died too often, without handling it once more', async () => {
    await client.xgroup('CREATE', key(), GROUP, '$', 'MKSTREAM');
    await add(1);
    await client.xreadgroup('GROUP', GROUP, 'dead', 'STREAMS', key(), '>');
    await client.xautoclaim(key(), GROUP, 'dead', 0, '0-0');
    const { heard } = await consume({ maxDeliveries: 2 });
    await eventually('every acknowledgement', async () => (await pending()) === 0);
    expect(heard).toEqual([]);
  });

  it('leaves a slow consumer its entries', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    // Long enough that a busy machine does not make the slow consumer look dead.
    const reclaimAfter = 1_500;
    const slow = await consume({ consumer: 'slow', reclaimAfter, handle: () => gate });
    await add(1, 2);
    await eventually('the first entry of the slow consumer', () => slow.heard.length === 1);
    const other = await consume({ consumer: 'other', reclaimAfter });
    await add(3);
    await eventually('an entry of the other consumer', () => other.heard.length > 0);
    // By then the other consumer has searched for entries that nobody acknowledges.
    await new Promise((resolve) => setTimeout(resolve, 2 * reclaimAfter));
    open();
    await eventually('every acknowledgement', async () => (await pending()) === 0);
    expect(slow.numbers()).toEqual([1, 2]);
    expect(other.numbers()).toEqual([3]);
  });

  it('skips entries that the scheduler did not write', async () => {
    const { logger, lines } = logged();
    const { numbers } = await consume({ logger });
    await client.xadd(key(), '*', 'hello', 'world');
    await add(1);
    await eventually('the readable entry', async () => numbers().length === 1 && (await pending()) === 0);
    expect(lines.map(([message]) => message)).toEqual(['a stream entry cannot be read; it is skipped']);
  });

  it('begins now or with the oldest entry, and continues where its group has stopped', async () => {
    await add(1);
    const oldest = await consume({ group: 'all', from: 'oldest' });
    const { numbers, consumer } = await consume({});
    await add(2);
    await eventually(
      'the entries of both consumers',
      () => oldest.heard.length === 2 && numbers().length === 1,
    );
    expect([oldest.numbers(), numbers()]).toEqual([[1, 2], [2]]);
    await consumer.close();
    expect(await client.xinfo('CONSUMERS', key(), GROUP)).toEqual([]);
    await add(3);
    const again = await consume({});
    await eventually('the later entry', () => again.heard.length === 1);
    expect(again.numbers()).toEqual([3]);
  });

  it('closes after the entry that it handles, and leaves the others to the group', async () => {
    let open: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const { consumer, heard } = await consume({ handle: () => gate });
    await add(1, 2);
    await eventually('the first entry', () => heard.length === 1);
    const closed = consumer.close();
    open();
    await closed;
    await consumer.close();
    const other = await consume({ consumer: 'other' });
    await eventually(
      'the entry that was left',
      async () => other.heard.length === 1 && (await pending()) === 0,
    );
    expect([heard.map(numberOf), other.numbers()]).toEqual([[1], [2]]);
  });

  it('continues after Redis has lost the stream and its groups', async () => {
    const { numbers } = await consume({});
    await client.del(key());
    await add(1);
    await eventually('the entry', () => numbers().length === 1);
  });

  it.each([
    [{ stream: 'jobs' as 'events' }, 'stream'],
    [{ group: ' ' }, 'group'],
    [{ consumer: '' }, 'consumer'],
    [{ from: 'later' as 'now' }, 'from'],
    [{ batch: 0 }, 'batch'],
    [{ maxDeliveries: 1.5 }, 'maxDeliveries'],
    [{ reclaimAfter: 0 }, 'reclaimAfter'],
    [{ url: 'http://here' }, 'redis.url'],
  ])('refuses %j', async (options, field) => {
    await expect(consume(options)).rejects.toMatchObject({
      code: 'CONFIGURATION_INVALID',
      message: expect.stringContaining(field),
    });
  });
});
