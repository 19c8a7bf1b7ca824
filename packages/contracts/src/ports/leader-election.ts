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
  /**
   * Says that a node is alive, for `ttlMs` from now. The cluster lives until the latest instant that a member has named. Where no cluster
   * lives, the caller founds the next one: exactly one of several who come at once. A node that is no member yet does not keep the
   * cluster alive, since its members may all be dead. Missing, together with `leave`: the store cannot tell the start of a cluster.
   */
  beat?(request: NodeBeat): Promise<ClusterLife>;
  /** A node stops. If it is a member, the cluster ends with it unless another node is alive; then it lives on for `ttlMs`. */
  leave?(request: NodeBeat): Promise<void>;
}

export interface NodeBeat extends LeadershipTerms {
  /** True: the node has founded the cluster, or has seen that a member was alive after its own start. */
  readonly isMember: boolean;
}

export interface ClusterLife {
  /** True: no cluster lived, and this call has founded one. */
  readonly founded: boolean;
  /** When the cluster ends unless a member says that it is alive. */
  readonly until: Date;
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
