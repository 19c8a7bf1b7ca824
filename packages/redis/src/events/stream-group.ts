import type { Redis } from 'ioredis';
import { script, type Scripts } from '../connection/script.js';

export interface StreamGroupOptions {
  readonly commands: Redis;
  /** The connection for blocking reads. */
  readonly reader: Redis;
  readonly scripts: Scripts;
  /** The key of the stream. */
  readonly key: string;
  readonly group: string;
  readonly consumer: string;
}

/** An entry as it is delivered to a consumer. */
export interface Delivered {
  readonly id: string;
  /** Null: the entry is pending, but the stream has dropped it. */
  readonly fields: readonly string[] | null;
  /** How often the entry was delivered, this time included. */
  readonly deliveries: number;
}

type Entry = readonly [id: string, fields: readonly string[] | null];

/** Creates the group unless it exists. */
const ENSURE = script(`
local made = redis.pcall('XGROUP', 'CREATE', KEYS[1], ARGV[1], ARGV[3], 'MKSTREAM')
if made.err and not string.find(made.err, 'BUSYGROUP', 1, true) then return made end
return 1
`);

/** Resets the idle time of the entries that are still pending for this consumer, so that no other takes them over. Returns their ids. */
const KEEP = script(`
local mine = {}
for i = 3, #ARGV - 1 do
  if #redis.call('XPENDING', KEYS[1], ARGV[1], ARGV[i], ARGV[i], 1, ARGV[2]) > 0 then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, ARGV[i], 'JUSTID')
    mine[#mine + 1] = ARGV[i]
  end
end
return mine
`);

/** Removes the consumer from the group if it has no pending entries. */
const LEAVE = script(`
if #redis.call('XPENDING', KEYS[1], ARGV[1], '-', '+', 1, ARGV[2]) > 0 then return 0 end
redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], ARGV[2])
return 1
`);

/** The commands of one consumer of a group: read new entries, acknowledge them, and take over those of dead consumers. */
export class StreamGroup {
  constructor(private readonly options: StreamGroupOptions) {}

  /** Creates the group unless it exists. A new group begins with the next entry (`$`) or with the oldest one (`0`). */
  async ensure(from: '$' | '0'): Promise<void> {
    await this.run(ENSURE, [from]);
  }

  /** Entries that were delivered to no consumer of the group yet. Blocks for up to `waitMs` if there are none. */
  async readNew({ most, waitMs }: { readonly most: number; readonly waitMs: number }) {
    const { reader, key, group, consumer } = this.options;
    const answer = (await reader.xreadgroup(
      'GROUP',
      group,
      consumer,
      'COUNT',
      most,
      'BLOCK',
      waitMs,
      'STREAMS',
      key,
      '>',
    )) as readonly (readonly [string, readonly Entry[]])[] | null;
    const entries = answer?.[0]?.[1] ?? [];
    return entries.map(([id, fields]): Delivered => ({ id, fields, deliveries: 1 }));
  }

  /** Takes over entries of any consumer that were not acknowledged for `idleMs`. */
  async reclaim({ most, idleMs }: { readonly most: number; readonly idleMs: number }) {
    const { commands, key, group, consumer } = this.options;
    let from = '0-0';
    let found: readonly Entry[];
    do {
      const answer: unknown = await commands.xautoclaim(key, group, consumer, idleMs, from, 'COUNT', most);
      const [next, entries] = answer as readonly [string, readonly (Entry | null)[]];
      [from, found] = [next, entries.filter((entry) => entry !== null)];
    } while (found.length === 0 && from !== '0-0');
    return Promise.all(
      found.map(async ([id, fields]): Promise<Delivered> => {
        const pending = (await commands.xpending(key, group, id, id, 1)) as readonly (readonly unknown[])[];
        return { id, fields, deliveries: Number(pending[0]?.[3] ?? 1) };
      }),
    );
  }

  async acknowledge(id: string): Promise<void> {
    const { commands, key, group } = this.options;
    await commands.xack(key, group, id);
  }

  /** Returns which of the entries still belong to this consumer, and keeps others from taking these over for a while. */
  async keep(ids: readonly string[]): Promise<readonly string[]> {
    return (await this.run(KEEP, ids)) as readonly string[];
  }

  async leave(): Promise<void> {
    await this.run(LEAVE, []);
  }

  private run(step: ReturnType<typeof script>, args: readonly string[]): Promise<unknown> {
    const { scripts, key, group, consumer } = this.options;
    return scripts.run(step, { keys: [key], args: [group, consumer, ...args] });
  }
}
