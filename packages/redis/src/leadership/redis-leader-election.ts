import type { Clock, Leader } from '@scheduler/contracts';
import type { ClusterLife, LeaderElection, LeadershipTerms, NodeBeat } from '@scheduler/contracts/adapter';
import { type Script, script, type Scripts } from '../connection/script.js';
import { BEAT, LEAVE } from './presence-scripts.js';

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

/** Takes the leadership if no node holds it, or extends it for its holder. The epoch grows with each change of the holder and is the fence. */
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

const READ = script(ANSWER);

/** Leadership as a hash with an epoch. Its holder has to extend it before it expires. */
export class RedisLeaderElection implements LeaderElection {
  private known: Leader | null = null;
  /** The difference between the time of Redis and the monotonic clock. */
  private offsetMs = 0;
  private readonly listeners = new Set<{ readonly notify: (leader: Leader | null) => void }>();

  constructor(private readonly options: RedisLeaderElectionOptions) {}

  async acquire({ node, ttlMs }: LeadershipTerms): Promise<boolean> {
    return (await this.query(TAKE, [node, Math.round(ttlMs)]))?.node === node;
  }

  async release({ node }: { readonly node: string }): Promise<void> {
    await this.query(RELEASE, [node]);
  }

  isLeader({ node }: { readonly node: string }): boolean {
    const { clock, scripts } = this.options;
    const now = clock.monotonicMs() + this.offsetMs + scripts.shiftMs;
    return this.known?.node === node && this.known.until.getTime() > now;
  }

  currentLeader(): Promise<Leader | null> {
    return this.query(READ, []);
  }

  onLeaderChange(listener: (leader: Leader | null) => void): () => void {
    // Wrapped in an object, so that the same function can be added twice and removed once.
    const entry = { notify: listener };
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  async beat({ node, ttlMs, isMember }: NodeBeat): Promise<ClusterLife> {
    const answer = await this.ofCluster(BEAT, [node, Math.round(ttlMs), isMember ? 1 : 0]);
    const [founded, untilMs] = answer as [number, number];
    return { founded: founded === 1, until: new Date(untilMs) };
  }

  async leave({ node, ttlMs, isMember }: NodeBeat): Promise<void> {
    await this.ofCluster(LEAVE, [node, Math.round(ttlMs), isMember ? 1 : 0]);
  }

  private ofCluster(step: Script, args: readonly (string | number)[]): Promise<unknown> {
    const { scripts, key } = this.options;
    return scripts.run(step, { keys: [`${key}:cluster`], args });
  }

  private async query(step: Script, args: readonly (string | number)[]): Promise<Leader | null> {
    const { scripts, clock, key } = this.options;
    const answer = (await scripts.run(step, { keys: [key], args })) as [number, string?, number?, number?];
    const [now, node, epoch = 0, until = 0] = answer;
    this.offsetMs = now - scripts.shiftMs - clock.monotonicMs();
    this.update(node === undefined ? null : { node, epoch, until: new Date(until) });
    return this.known;
  }

  private update(leader: Leader | null): void {
    const isChanged = leader?.node !== this.known?.node || leader?.epoch !== this.known?.epoch;
    this.known = leader;
    if (!isChanged) return;
    for (const { notify } of [...this.listeners]) {
      try {
        notify(leader);
      } catch {
        // A listener that throws must not affect the others.
      }
    }
  }
}
