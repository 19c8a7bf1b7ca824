import type { Clock } from '../../host/clock.js';
import type {
  ClusterLife,
  Leader,
  LeaderElection,
  LeadershipTerms,
  NodeBeat,
} from '../../ports/leader-election.js';
import { InProcessPresence } from './in-process-presence.js';

type LeaderListener = (leader: Leader | null) => void;

/** Leadership among the nodes of one process that share this object. For stores that one process uses alone. */
export class InProcessLeaderElection implements LeaderElection {
  private leader: Leader | null = null;
  private epoch = 0;
  private readonly listeners = new Set<LeaderListener>();

  private readonly presence: InProcessPresence;

  constructor(private readonly clock: Pick<Clock, 'now'>) {
    this.presence = new InProcessPresence(clock);
  }

  async acquire({ node, ttlMs }: LeadershipTerms): Promise<boolean> {
    const current = this.current();
    if (current !== null && current.node !== node) return false;
    const until = new Date(this.clock.now().getTime() + ttlMs);
    if (current !== null) this.leader = { ...current, until };
    else this.change({ node, epoch: (this.epoch += 1), until });
    return true;
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
    // A wrapper of its own, so that one function can subscribe twice and unsubscribe once.
    const subscription: LeaderListener = (leader) => listener(leader);
    this.listeners.add(subscription);
    return () => void this.listeners.delete(subscription);
  }

  async beat(request: NodeBeat): Promise<ClusterLife> {
    return this.presence.beat(request);
  }

  async leave(request: NodeBeat): Promise<void> {
    this.presence.leave(request);
  }

  /** Notices that the term of the leader has run out. */
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
