import type { Clock, Leader } from '@scheduler/contracts';
import type { LeaderElection, LeadershipTerms } from '@scheduler/contracts/adapter';
import { type Script, script, type Scripts } from '../connection/script.js';

export interface RedisLeaderElectionOptions {
  readonly scripts: Scripts;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly key: string;
}

const ANSWER = `
local until_ms = tonumber(redis.call('HGET', KEYS[1], 'until') or 0)
local node = redis.call('HGET', KEYS[1], 'node')
local now = now_ms()
if not node or node == '' or until_ms <= now then return { now } end
return { now, node, tonumber(redis.call('HGET', KEYS[1], 'epoch')), until_ms }
`;

/** Takes the lock if nobody holds it, or extends it for who holds it. The epoch grows with each change of holder: it is the fence. */
const TAKE = script(`
local now = now_ms()
local node = redis.call('HGET', KEYS[1], 'node')
local held = node and node ~= '' and tonumber(redis.call('HGET', KEYS[1], 'until')) > now
if not held then
  redis.call('HINCRBY', KEYS[1], 'epoch', 1)
  redis.call('HSET', KEYS[1], 'node', ARGV[1], 'until', now + ARGV[2])
elseif node == ARGV[1] then
  redis.call('HSET', KEYS[1], 'until', now + ARGV[2])
end
${ANSWER}`);

const RELEASE = script(`
if redis.call('HGET', KEYS[1], 'node') == ARGV[1] then redis.call('HSET', KEYS[1], 'node', '') end
${ANSWER}`);

const LOOK = script(ANSWER);

/** Leadership as a hash with an epoch: whoever holds it has to extend it before its time is over. */
export class RedisLeaderElection implements LeaderElection {
  private seen: Leader | null = null;
  /** From our monotonic clock to the time of Redis. */
  private offsetMs = 0;
  private readonly listeners = new Set<{ readonly tell: (leader: Leader | null) => void }>();

  constructor(private readonly options: RedisLeaderElectionOptions) {}

  async acquire({ node, ttlMs }: LeadershipTerms): Promise<boolean> {
    return (await this.ask(TAKE, [node, Math.round(ttlMs)]))?.node === node;
  }

  async release({ node }: { readonly node: string }): Promise<void> {
    await this.ask(RELEASE, [node]);
  }

  isLeader({ node }: { readonly node: string }): boolean {
    const { clock, scripts } = this.options;
    const now = clock.monotonicMs() + this.offsetMs + scripts.shiftMs;
    return this.seen?.node === node && this.seen.until.getTime() > now;
  }

  currentLeader(): Promise<Leader | null> {
    return this.ask(LOOK, []);
  }

  onLeaderChange(listener: (leader: Leader | null) => void): () => void {
    // An entry of its own, so that one function can be added twice and taken away once.
    const entry = { tell: listener };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  private async ask(step: Script, args: readonly (string | number)[]): Promise<Leader | null> {
    const { scripts, clock, key } = this.options;
    const answer = (await scripts.run(step, { keys: [key], args })) as [number, string?, number?, number?];
    const [now, node, epoch = 0, until = 0] = answer;
    this.offsetMs = now - scripts.shiftMs - clock.monotonicMs();
    this.see(node === undefined ? null : { node, epoch, until: new Date(until) });
    return this.seen;
  }

  private see(leader: Leader | null): void {
    const isNews = leader?.node !== this.seen?.node || leader?.epoch !== this.seen?.epoch;
    this.seen = leader;
    if (!isNews) return;
    for (const { tell } of [...this.listeners]) {
      try {
        tell(leader);
      } catch {
        // One that throws disturbs nobody.
      }
    }
  }
}
