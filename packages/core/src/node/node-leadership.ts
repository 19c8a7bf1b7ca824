import type { Leader } from '@scheduler/contracts';
import type { LeaderElection } from '@scheduler/contracts/adapter';
import type { Leadership } from '../maintain/leadership.js';

/** Who does what one node can do for all. No promise depends on it. */
export interface NodeLeadership {
  /** Whether this node does it. Where leadership is not distributed, every node does. */
  isLeader(): boolean;
  /** Null: nobody leads, or nobody needs to. */
  leader(): Promise<Leader | null>;
  /** Tells changes that this process has seen. Returns the way to unsubscribe. */
  onChange(listener: (leader: Leader | null) => void): () => void;
}

export interface NodeLeadershipParts {
  readonly election: LeaderElection;
  readonly leadership: Pick<Leadership, 'mayLead'>;
  readonly isDistributed: boolean;
}

export function nodeLeadership({ election, leadership, isDistributed }: NodeLeadershipParts): NodeLeadership {
  return {
    isLeader: () => leadership.mayLead(),
    leader: async () => (isDistributed ? election.currentLeader() : null),
    onChange: (listener) => (isDistributed ? election.onLeaderChange(listener) : () => undefined),
  };
}
