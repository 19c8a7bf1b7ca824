import { type Leader, NotLeader } from '@scheduler/contracts';
import type { LeaderElection, LeadershipTerms } from '@scheduler/contracts/adapter';
import type { StoreClock } from './database/memory-database.js';

type LeaderListener = (leader: Leader | null) => void;

/** Leadership among the nodes of one process that share this object. */
export class MemoryLeaderElection implements LeaderElection {
  private leader: Leader | null = null;
  private epoch = 0;
  private readonly listeners = new Set<LeaderListener>();

  constructor(private readonly clock: StoreClock) {}

  async acquire({ node, ttlMs }: LeadershipTerms): Promise<boolean> {
    const current = this.current();
    if (current !== null && current.node !== node) return false;
    const until = new Date(this.clock.now().getTime() + ttlMs);
    if (current !== null) this.leader = { ...current, until };
    else this.change({ node, epoch: (this.epoch += 1), until });
    return true;
  }

  async renew(terms: LeadershipTerms): Promise<void> {
    const current = this.current();
    if (current?.node !== terms.node) throw new NotLeader(terms.node, current?.node ?? null);
    await this.acquire(terms);
  }

  async release({ node }: { readonly node: string }): Promise<void> {
    if (this.current()?.node === node) this.change(null);
  }

  isLeader({ node }: { readonly node: string }): boolean {
    return this.leader?.node === node && this.isInTime(this.leader);
  }

  async currentLeader(): Promise<Leader | null> {
    return this.current();
  }

  onLeaderChange(listener: LeaderListener): () => void {
    // Each call creates its own wrapper, so that a function can subscribe twice and unsubscribe once.
    const subscription: LeaderListener = (leader) => listener(leader);
    this.listeners.add(subscription);
    return () => void this.listeners.delete(subscription);
  }

  /** The current leader. Notifies the listeners if its term has ended since the last call. */
  private current(): Leader | null {
    if (this.leader !== null && !this.isInTime(this.leader)) this.change(null);
    return this.leader;
  }

  private isInTime({ until }: Leader): boolean {
    return this.clock.now().getTime() < until.getTime();
  }

  private change(leader: Leader | null): void {
    this.leader = leader;
    for (const listener of [...this.listeners]) {
      try {
        listener(leader);
      } catch {
        // A listener that throws must not cost the node its leadership.
      }
    }
  }
}
