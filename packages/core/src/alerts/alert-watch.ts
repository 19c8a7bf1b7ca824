import type { Clock, Logger } from '@scheduler/contracts';
import type { LeaderElection } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { loggedFailures } from '../support/logged-failures.js';
import { Loop } from '../support/loop.js';

export interface AlertWatchParts {
  readonly config: Pick<SchedulerConfig, 'alerts' | 'leadership'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly election: Pick<LeaderElection, 'currentLeader'>;
  readonly mayLead: () => boolean;
  readonly evaluate: () => Promise<unknown>;
}

const PING_TIMEOUT_MS = 10_000;

/**
 * Evaluates the rules of alerts again and again while the node runs: on the leader, or, while nobody leads, on every node, so that it is noticed
 * that nobody does. After each round it calls an address outside, where one is configured: who is not called knows that nothing is watched.
 */
export class AlertWatch {
  private readonly loop: Loop;
  private isFirst = true;

  constructor(private readonly parts: AlertWatchParts) {
    this.loop = new Loop({
      clock: parts.clock,
      tick: () => this.tick(),
      ...loggedFailures({ ...parts, activity: 'alerts', message: 'evaluating alerts failed' }),
      retryMs: parts.config.alerts.intervalMs,
    });
  }

  start(): void {
    this.isFirst = true;
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** A node that has just started does not judge what happened before it could do anything about it. */
  private async tick(): Promise<number> {
    const { intervalMs } = this.parts.config.alerts;
    if (this.isFirst) {
      this.isFirst = false;
      return intervalMs;
    }
    if (await this.mayEvaluate()) {
      await this.parts.evaluate();
      await this.ping();
    }
    return intervalMs;
  }

  private async mayEvaluate(): Promise<boolean> {
    const { mayLead, config, election } = this.parts;
    if (mayLead()) return true;
    return config.leadership.distributed && (await election.currentLeader()) === null;
  }

  private async ping(): Promise<void> {
    const { config, logger, clock } = this.parts;
    const { pingUrl } = config.alerts;
    if (pingUrl === null) return;
    const giveUp = new AbortController();
    const timer = clock.setTimer({ delayMs: PING_TIMEOUT_MS, callback: () => giveUp.abort() });
    try {
      const response = await fetch(pingUrl, { redirect: 'manual', signal: giveUp.signal });
      await response.body?.cancel();
      if (!response.ok) logger.warn('the ping of the alerts was refused', { status: response.status });
    } catch (error) {
      logger.warn('the ping of the alerts was not answered', { error: String(error) });
    } finally {
      timer.cancel();
    }
  }
}
