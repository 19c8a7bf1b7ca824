import type { Clock, Logger } from '@scheduler/contracts';
import type { LeaderElection } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { Loop } from '../support/loop.js';
import { loggedFailures } from '../support/logged-failures.js';
import { telemetry } from '../signals/telemetry/telemetry.js';

export interface LeadershipParts {
  readonly node: string;
  readonly election: LeaderElection;
  readonly config: SchedulerConfig['leadership'];
  /** False: this node never stands for election and never leads. */
  readonly isPeer: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when this node becomes the leader. */
  readonly onElected: () => void;
}

/** Stands for election while the node runs. Without distributed leadership every node leads that is a peer, which is safe. */
export class Leadership {
  private readonly loop: Loop;
  /** Whether this node led when it was last emitted. */
  private wasLeader = false;

  constructor(private readonly parts: LeadershipParts) {
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.standForElection(),
      ...loggedFailures({
        ...parts,
        activity: 'election',
        message: 'standing for election failed',
        level: 'warn',
      }),
      retryMs: parts.config.lockRefreshMs,
    });
  }

  start(): void {
    if (this.standsForElection) this.loop.start();
  }

  async stop(): Promise<void> {
    if (!this.standsForElection) return;
    await this.loop.stop();
    await this.parts.election.release({ node: this.parts.node });
    this.emitChange(false);
  }

  /** Whether this node does the work of the leader. */
  mayLead(): boolean {
    const { config, isPeer, election, node } = this.parts;
    return isPeer && (!config.distributed || election.isLeader({ node }));
  }

  private get standsForElection(): boolean {
    return this.parts.isPeer && this.parts.config.distributed;
  }

  private async standForElection(): Promise<number> {
    const { config, election, node, onElected } = this.parts;
    const led = election.isLeader({ node });
    const leads = await election.acquire({ node, ttlMs: config.lockTtlMs });
    this.emitChange(leads);
    if (leads && !led) onElected();
    return config.lockRefreshMs;
  }

  /** F212: emits that this node was elected, or that it resigned. */
  private emitChange(leads: boolean): void {
    if (leads === this.wasLeader) return;
    this.wasLeader = leads;
    const { node } = this.parts;
    telemetry.emit(leads ? 'scheduler:leader:election' : 'scheduler:leader:resignation', () => ({ node }));
  }
}
