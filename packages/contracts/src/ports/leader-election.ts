/**
 * Chooses one node for work that one node can do for all. It spares work; no promise depends on it, since ticking and housekeeping
 * are safe on every node at once.
 */
export interface LeaderElection {
  /** True: this node is the leader now, for `ttlMs` from now. The leader renews its term by calling it again. False: another node leads. */
  acquire(request: LeadershipTerms): Promise<boolean>;
  /** Harmless where this node is not the leader. */
  release(request: { readonly node: string }): Promise<void>;
  /** Whether this node was told that it leads and its time is not over. */
  isLeader(request: { readonly node: string }): boolean;
  /** Null: nobody leads. */
  currentLeader(): Promise<Leader | null>;
  /** Tells changes that this process has seen. Returns the way to unsubscribe. */
  onLeaderChange(listener: (leader: Leader | null) => void): () => void;
}

export interface LeadershipTerms {
  readonly node: string;
  readonly ttlMs: number;
}

export interface Leader {
  readonly node: string;
  /** Grows with every change of leader. */
  readonly epoch: number;
  readonly until: Date;
}
