import { type Leader, NotLeader, silentLogger } from '@scheduler/contracts';
import type { LeaderElection, LeadershipTerms } from '@scheduler/contracts/adapter';
import type { Database } from '../database/database.js';
import { giveUpLead, readLeader, takeLead } from '../queries/leadership.js';
import { Listeners } from '../wake-up/listeners.js';

/** Stores leadership as a row with an epoch. The leader has to renew it before it expires. */
export class KnexLeaderElection implements LeaderElection {
  private seen: Leader | null = null;
  private readonly listeners = new Listeners<Leader | null>(silentLogger);

  constructor(private readonly database: Database) {}

  async acquire(terms: LeadershipTerms): Promise<boolean> {
    await takeLead(this.database, terms);
    return (await this.look())?.node === terms.node;
  }

  async renew(terms: LeadershipTerms): Promise<void> {
    const current = await this.look();
    const renewed = current?.node === terms.node && (await this.acquire(terms));
    if (!renewed) throw new NotLeader(terms.node, this.seen?.node ?? null);
  }

  async release({ node }: { readonly node: string }): Promise<void> {
    await giveUpLead(this.database, node);
    await this.look();
  }

  isLeader({ node }: { readonly node: string }): boolean {
    const now = this.database.estimatedNow();
    return this.seen?.node === node && now !== null && this.seen.until.getTime() > now;
  }

  currentLeader(): Promise<Leader | null> {
    return this.look();
  }

  onLeaderChange(listener: (leader: Leader | null) => void): () => void {
    return this.listeners.add(listener);
  }

  private async look(): Promise<Leader | null> {
    const { leader, nowMs } = await readLeader(this.database);
    this.database.observe(nowMs);
    const isNews = leader?.node !== this.seen?.node || leader?.epoch !== this.seen?.epoch;
    this.seen = leader;
    if (isNews) this.listeners.notifyAll(leader);
    return leader;
  }
}
