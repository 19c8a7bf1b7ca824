import type { Clock } from '../../host/clock.js';
import type { ClusterLife, NodeBeat } from '../../ports/leader-election.js';

/** The nodes of one process that share this object, and how long their cluster lives. */
export class InProcessPresence {
  private clusterUntilMs = 0;
  private readonly nodesUntilMs = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  beat({ node, ttlMs, isMember }: NodeBeat): ClusterLife {
    const nowMs = this.clock.now().getTime();
    this.nodesUntilMs.set(node, nowMs + ttlMs);
    const founded = !isMember && this.clusterUntilMs <= nowMs;
    if (isMember || founded) this.clusterUntilMs = nowMs + ttlMs;
    return { founded, until: new Date(this.clusterUntilMs) };
  }

  leave({ node, ttlMs, isMember }: NodeBeat): void {
    const nowMs = this.clock.now().getTime();
    this.nodesUntilMs.delete(node);
    for (const [other, untilMs] of this.nodesUntilMs) if (untilMs <= nowMs) this.nodesUntilMs.delete(other);
    if (isMember) this.clusterUntilMs = this.nodesUntilMs.size === 0 ? 0 : nowMs + ttlMs;
  }
}
