import { onRedis } from '../test-support/on-redis.js';
import { eventually, TcpProxy } from '@scheduler/test-support';
import type { Redis } from 'ioredis';
import { connectForCommands, connectForSteps } from './connect.js';

onRedis((redis) => {
  it('gives up a connection for commands on which nobody answers any more, and works on the next (F215)', async () => {
    const proxy = new TcpProxy(new URL(redis.url));
    const commands = connectForCommands({ url: await proxy.start() });
    commands.on('error', () => undefined);
    await commands.connect();
    proxy.silenceAll();
    const again = new Promise((resolve) => commands.once('ready', resolve));
    await expect(commands.ping()).rejects.toThrow();
    await again;
    expect(await commands.ping()).toBe('PONG');
    commands.disconnect();
    await proxy.stop();
  });

  it('rejects a script whose reply is lost as soon as the connection is lost, and does not repeat it', async () => {
    const steps = connectForSteps({ url: redis.url });
    const other = connectForCommands({ url: redis.url });
    await Promise.all([steps.connect(), other.connect()]);
    const key = `${redis.newPrefix()}list`;
    const again = new Promise((resolve) => steps.once('ready', resolve));
    const taken = expect(steps.blpop(key, 0)).rejects.toThrow('max retries per request');
    await other.client('KILL', 'ID', await idOf(other, 'blpop'));
    await taken;
    await again;
    await other.rpush(key, 'one');
    expect(await steps.lpop(key)).toBe('one');
    for (const client of [steps, other]) client.disconnect();
  });

  /** The id of the client that waits for the reply to a command. */
  async function idOf(client: Redis, command: string): Promise<string> {
    let id: string | undefined;
    await eventually('the client that waits', async () => {
      const lines = String(await client.client('LIST')).split('\n');
      id = /^id=(\d+)/.exec(lines.find((line) => line.includes(` cmd=${command} `)) ?? '')?.[1];
      return id !== undefined;
    });
    return id ?? '';
  }
});
