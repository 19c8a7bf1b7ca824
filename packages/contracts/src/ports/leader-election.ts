/**
 * Elects one node for work that one node can do for all. It only saves work: no promise depends on it, since ticking and housekeeping
 * are safe on every node at once.
 */
export interface LeaderElection {
  /** True: this node is the leader now, for `ttlMs` from now. The leader renews its term by calling it again. False: another node leads. */
  acquire(request: LeadershipTerms): Promise<boolean>;
  /** Does nothing where this node is not the leader. */
  release(request: { readonly node: string }): Promise<void>;
  /** Whether this node was elected and its term is not over. */
  isLeader(request: { readonly node: string }): boolean;
  /** Null: there is no leader. */
  currentLeader(): Promise<Leader | null>;
  /** Calls the listener with changes that this process has seen. Returns a function that unsubscribes. */
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
