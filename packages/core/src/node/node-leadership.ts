import { type Leader, QueryInvalid } from '@scheduler/contracts';
import { checkInput, isFunction, type LeaderElection } from '@scheduler/contracts/adapter';
import type { Leadership } from '../maintain/leadership.js';

/** The election of the node that does what one node can do for all. No promise depends on it. */
export interface NodeLeadership {
  /** Whether this node is the leader. Where leadership is not distributed, every node is, unless it is no peer. */
  isLeader(): boolean;
  /** Null: there is no leader, or none is needed. */
  leader(): Promise<Leader | null>;
  /** Calls the listener with changes that this process has seen. Returns a function that unsubscribes. */
  onChange(listener: (leader: Leader | null) => void): () => void;
}

export interface NodeLeadershipParts {
  readonly election: LeaderElection;
  readonly leadership: Pick<Leadership, 'mayLead'>;
  readonly isDistributed: boolean;
}

const LISTENER = isFunction('a function (leader) => …');

export function nodeLeadership({ election, leadership, isDistributed }: NodeLeadershipParts): NodeLeadership {
  return {
    isLeader: () => leadership.mayLead(),
    leader: async () => (isDistributed ? election.currentLeader() : null),
    onChange: (listener) => {
      checkInput({ value: listener, check: LISTENER, field: 'listener', error: QueryInvalid });
      return isDistributed ? election.onLeaderChange(listener) : () => undefined;
    },
  };
}
