import type { Clock, Logger } from '@scheduler/contracts';
import type { LeaderElection } from '@scheduler/contracts/adapter';
import { Loop } from '../support/loop.js';

export interface ClusterMembershipParts {
  readonly node: string;
  readonly election: LeaderElection;
  /** A node that has not been heard of for so long counts as dead, as its leases do. */
  readonly ttlMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when this node has founded the cluster; again if it fails. */
  readonly onFounded: () => Promise<unknown>;
}

const BEATS_IN_TTL = 3;

/**
 * Says that this node is alive, and notices the start of the cluster. A node that finds no cluster founds one. A node that finds one cannot
 * know at once whether its members are alive or have just died: it waits until one of them speaks, and is a member from then on, or
 * until the cluster is over, and founds the next one.
 */
export class ClusterMembership {
  private readonly loop: Loop;
  private hasStarted = false;
  private isMember = false;
  private hasToStart = false;
  private firstUntil: Date | null = null;
  private onSaid: () => void = () => undefined;

  constructor(private readonly parts: ClusterMembershipParts) {
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.beat(),
      onError: (error) => parts.logger.warn('saying that the node is alive failed', { error: String(error) }),
      retryMs: this.intervalMs,
    });
  }

  /** Resolves when the others can know of this node, or it could not be said: a node that has started must not be overlooked by one that leaves. */
  async start(): Promise<void> {
    if (this.parts.election.beat === undefined) return;
    [this.isMember, this.hasToStart, this.firstUntil] = [false, false, null];
    this.hasStarted = true;
    const said = new Promise<void>((resolve) => (this.onSaid = resolve));
    this.loop.start();
    await said;
  }

  /** A node that has never started, as that of a command, has told nobody that it is alive: it leaves nothing. */
  async stop(): Promise<void> {
    if (!this.hasStarted) return;
    this.hasStarted = false;
    const { election, node, ttlMs } = this.parts;
    await this.loop.stop();
    this.onSaid();
    await election.leave?.({ node, ttlMs, isMember: this.isMember });
  }

  private get intervalMs(): number {
    return this.parts.ttlMs / BEATS_IN_TTL;
  }

  private async beat(): Promise<number> {
    if (this.hasToStart) await this.startCluster();
    const { founded, until } = await this.say();
    if (founded) {
      this.hasToStart = true;
      await this.startCluster();
    } else if (!this.isMember) {
      this.isMember = this.firstUntil !== null && until > this.firstUntil;
      this.firstUntil ??= until;
    }
    return this.intervalMs;
  }

  /** The cluster is kept alive only after its start was fired: if this node dies before, the next one fires it. */
  private async startCluster(): Promise<void> {
    await this.parts.onFounded();
    [this.isMember, this.hasToStart] = [true, false];
    await this.say();
  }

  private async say() {
    const { election, node, ttlMs } = this.parts;
    try {
      const life = await election.beat?.({ node, ttlMs, isMember: this.isMember });
      return life ?? { founded: false, until: new Date(0) };
    } finally {
      this.onSaid();
    }
  }
}
