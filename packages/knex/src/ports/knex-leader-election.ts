import { type Leader, silentLogger } from '@scheduler/contracts';
import type { ClusterLife, LeaderElection, LeadershipTerms, NodeBeat } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { releaseLeadership, readLeader, takeLeadership } from '../queries/leadership.js';
import { beat, leave } from '../queries/presence.js';
import { Listeners } from '../wake-up/listeners.js';

/** Stores leadership as a row with an epoch. The leader has to renew it before it expires. */
export class KnexLeaderElection implements LeaderElection {
  private lastLeader: Leader | null = null;
  private readonly listeners = new Listeners<Leader | null>(silentLogger);

  constructor(private readonly database: Database) {}

  async acquire(terms: LeadershipTerms): Promise<boolean> {
    await takeLeadership(this.database, terms);
    return (await this.readLeader())?.node === terms.node;
  }

  async release({ node }: { readonly node: string }): Promise<void> {
    await releaseLeadership(this.database, node);
    await this.readLeader();
  }

  isLeader({ node }: { readonly node: string }): boolean {
    const now = this.database.estimatedNow();
    return this.lastLeader?.node === node && now !== null && this.lastLeader.until.getTime() > now;
  }

  currentLeader(): Promise<Leader | null> {
    return this.readLeader();
  }

  onLeaderChange(listener: (leader: Leader | null) => void): () => void {
    return this.listeners.add(listener);
  }

  beat(request: NodeBeat): Promise<ClusterLife> {
    return beat(this.database, request);
  }

  leave(request: NodeBeat): Promise<void> {
    return leave(this.database, request);
  }

  private async readLeader(): Promise<Leader | null> {
    const { leader, nowMs } = await readLeader(this.database);
    this.database.observe(nowMs);
    const hasChanged = leader?.node !== this.lastLeader?.node || leader?.epoch !== this.lastLeader?.epoch;
    this.lastLeader = leader;
    if (hasChanged) this.listeners.notifyAll(leader);
    return leader;
  }
}
