import { type CompleteStore, type DurationInput, silentLogger, toMilliseconds } from '@scheduler/contracts';
import { SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { onRedis as onServer, TestRedis } from '@scheduler/test-support';
import {
  type EventBusHarness,
  type LeadershipHarness,
  SettableClock,
  type StoreHarness,
} from '@scheduler/testing';
import { buildRedisStore } from '../build-redis-store.js';
import { RedisCircuitRepository } from '../circuits/redis-circuit-repository.js';
import { connectForCommands, connectForWaiting } from '../connection/connect.js';
import { Scripts } from '../connection/script.js';
import { RedisEventBus } from '../events/redis-event-bus.js';
import { RedisLeaderElection } from '../leadership/redis-leader-election.js';
import { RedisRateLimitRepository } from '../rate-limits/redis-rate-limit-repository.js';

/** The harnesses of the conformance suites for the parts of this package, on a real Redis. */
export class RedisHarnesses extends TestRedis {
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

  /** A store in memory with the rate limits and circuits of Redis. Their clocks are moved together. */
  async limitsHarness(): Promise<StoreHarness> {
    const { scripts, keyPrefix, close } = await this.scripts();
    // Starts near the time of Redis, which runs by itself.
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

  /** A store on Redis alone. */
  async storeHarness(
    keyPrefix = this.newPrefix(),
    { eventLog = false } = {},
  ): Promise<StoreHarness & { readonly store: CompleteStore }> {
    const commands = connectForCommands({ url: this.url, redis: this.options });
    const waiting = connectForWaiting({ url: this.url, redis: this.options });
    const scripts = new Scripts(commands);
    const clock = new SystemClock();
    return {
      store: buildRedisStore({
        commands,
        waiting,
        scripts,
        keyPrefix,
        clock,
        logger: silentLogger,
        eventLog,
      }),
      clock: shifting(scripts),
      close: () => this.deleteKeys(keyPrefix),
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
}

function shifting(scripts: Scripts): { advance(duration: DurationInput): void } {
  return { advance: (duration) => void (scripts.shiftMs += toMilliseconds(duration, 'advance')) };
}

/** Registers tests that run on a real Redis. Without one they are reported as not run. */
export function onRedis(define: (redis: RedisHarnesses) => void): void {
  onServer(({ url }) => define(new RedisHarnesses(url)));
}
