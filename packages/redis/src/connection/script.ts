import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** A Lua script, which Redis runs atomically. Its source is sent once; later calls name it by its hash. */
export interface Script {
  readonly source: string;
  readonly hash: string;
}

/**
 * `now_ms()` is the time of Redis, one for the whole script. The last argument is added to it by tests that cannot wait; otherwise it is 0.
 */
const TIME = `
local script_time = nil
local function now_ms()
  if not script_time then
    local time = redis.call('TIME')
    script_time = time[1] * 1000 + math.floor(time[2] / 1000) + tonumber(ARGV[#ARGV])
  end
  return script_time
end
`;

export function script(body: string): Script {
  const source = `${TIME}${body}`;
  return { source, hash: createHash('sha1').update(source).digest('hex') };
}

export interface Call {
  readonly keys: readonly string[];
  readonly args: readonly (string | number)[];
}

/** Runs scripts on one connection. */
export class Scripts {
  constructor(
    private readonly redis: Redis,
    private readonly time: { shiftMs: number } = { shiftMs: 0 },
  ) {}

  /** The milliseconds that tests add to the time of Redis. */
  get shiftMs(): number {
    return this.time.shiftMs;
  }

  set shiftMs(milliseconds: number) {
    this.time.shiftMs = milliseconds;
  }

  async run(step: Script, { keys, args }: Call): Promise<unknown> {
    // Passed as one array, because a call with hundreds of thousands of arguments overflows the stack.
    const parameters = [keys.length, ...keys, ...args, this.shiftMs];
    try {
      return await this.redis.call('EVALSHA', [step.hash, ...parameters]);
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return this.redis.call('EVAL', [step.source, ...parameters]);
    }
  }
}
