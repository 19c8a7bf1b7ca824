import { randomUUID } from 'node:crypto';
import { SystemClock } from '@scheduler/core';
import { type DurationInput, silentLogger, toMilliseconds } from '@scheduler/contracts';
import type { EventBusHarness, LeadershipHarness, QueueHarness, StoreHarness } from '@scheduler/testing';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { RedisCircuitRepository } from '../circuits/redis-circuit-repository.js';
import { RedisEventBus } from '../events/redis-event-bus.js';
import { RedisLeaderElection } from '../leadership/redis-leader-election.js';
import { RedisRateLimitRepository } from '../rate-limits/redis-rate-limit-repository.js';
import { Scripts } from '../redis/script.js';
import { BullmqJobQueue } from '../queue/bullmq-job-queue.js';
import { connectForCommands, connectForWaiting } from '../redis/connect.js';
import { hangUp } from '../redis/hang-up.js';
import { storeOn } from '../store/store-on.js';

/** A real Redis; each test has keys of its own. */
export class TestRedis {
  constructor(readonly url: string) {}

  /** One process runs many files of tests, each of which counts for itself: a number would not be enough. */
  newPrefix(): string {
    return `test-${randomUUID()}:`;
  }

  /** As FLUSHALL does, for the keys of one test. */
  async forgetAll(keyPrefix: string): Promise<void> {
    const redis = connectForCommands({ url: this.url });
    await redis.connect();
    // One by one: a cluster does not delete keys of several slots at once.
    const pipeline = redis.pipeline();
    for (const key of await redis.keys(`${keyPrefix}*`)) pipeline.del(key);
    await pipeline.exec();
    await hangUp(redis);
  }

  async eventBusHarness(keyPrefix = this.newPrefix()): Promise<EventBusHarness> {
    const commands = connectForCommands({ url: this.url });
    const waiting = connectForWaiting({ url: this.url });
    await commands.connect();
    const key = `${keyPrefix}stream:scheduler:events`;
    const events = new RedisEventBus({ commands, waiting, key, onError: () => undefined });
    return {
      events,
      close: async () => {
        await events.close();
        await commands.del(key);
        commands.disconnect();
      },
    };
  }

  async leadershipHarness(): Promise<LeadershipHarness> {
    const { scripts, keyPrefix, close } = await this.scripts();
    const clock = new SystemClock();
    return {
      leadership: new RedisLeaderElection({ scripts, clock, key: `${keyPrefix}leader` }),
      clock: shifting(scripts),
      close,
    };
  }

  /** A store in memory with the rate limits and circuits of Redis, all in the same time. */
  async limitsHarness(): Promise<StoreHarness> {
    const { scripts, keyPrefix, close } = await this.scripts();
    // About the time of Redis, which goes on by itself.
    const clock = new SettableClock(new Date().toISOString());
    const rateLimits = new RedisRateLimitRepository({ scripts, key: `${keyPrefix}rate-limits` });
    const circuits = new RedisCircuitRepository({ scripts, key: `${keyPrefix}circuits` });
    return {
      store: { ...createMemoryStore({ clock }), rateLimits, circuits },
      clock: {
        advance: async (duration) => {
          shifting(scripts).advance(duration);
          await clock.advance(duration);
        },
      },
      close,
    };
  }

  /** Redis alone. */
  async storeHarness(keyPrefix = this.newPrefix()): Promise<StoreHarness> {
    const commands = connectForCommands({ url: this.url });
    const waiting = connectForWaiting({ url: this.url });
    const scripts = new Scripts(commands);
    const clock = new SystemClock();
    return {
      store: storeOn({ commands, waiting, scripts, keyPrefix, clock, logger: silentLogger }),
      clock: shifting(scripts),
      close: () => this.forgetAll(keyPrefix),
    };
  }

  private async scripts() {
    const redis = connectForCommands({ url: this.url });
    await redis.connect();
    const keyPrefix = this.newPrefix();
    const close = async () => {
      const keys = await redis.keys(`${keyPrefix}*`);
      if (keys.length > 0) await redis.del(...keys);
      redis.disconnect();
    };
    return { scripts: new Scripts(redis), keyPrefix, close };
  }

  async queueHarness({ keyPrefix = this.newPrefix(), lockMs = 10_000 } = {}): Promise<QueueHarness> {
    const commands = connectForCommands({ url: this.url });
    const waiting = connectForWaiting({ url: this.url });
    await Promise.all([commands.connect(), waiting.connect()]);
    const queue = new BullmqJobQueue({
      clock: new SystemClock(),
      commands,
      waiting,
      keyPrefix,
      lockMs,
      onError: () => undefined,
    });
    return {
      queue,
      clock: { advance: () => undefined },
      close: async () => {
        await queue.close();
        const keys = await commands.keys(`${keyPrefix}*`);
        if (keys.length > 0) await commands.del(...keys);
        commands.disconnect();
        waiting.disconnect();
      },
    };
  }
}

function shifting(scripts: Scripts): { advance(duration: DurationInput): void } {
  return { advance: (duration) => void (scripts.shiftMs += toMilliseconds(duration, 'advance')) };
}

/** Registers tests that run on a real Redis; without one they are reported as not run. */
export function onRedis(define: (redis: TestRedis) => void): void {
  const url = process.env['SCHEDULER_TEST_REDIS_URL'];
  if (url === undefined || url === '') {
    describe.skip('redis: no server was started', () => it('is not tested', () => undefined));
    return;
  }
  define(new TestRedis(url));
}
