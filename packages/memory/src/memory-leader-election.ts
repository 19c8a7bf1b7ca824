import { InProcessLeaderElection } from '@scheduler/contracts/adapter';

/** Leadership among the nodes of one process that share this object. */
export class MemoryLeaderElection extends InProcessLeaderElection {}
