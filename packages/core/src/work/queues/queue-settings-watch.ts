import type { Clock, Logger, QueueSettings } from '@scheduler/contracts';
import type { QueueRepository } from '@scheduler/contracts/adapter';
import { Loop } from '../../support/loop.js';
import { loggedFailures } from '../../support/logged-failures.js';

export interface QueueSettingsWatchOptions {
  readonly queues: Pick<QueueRepository, 'settings'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly intervalMs: number;
  readonly onSettings: (settings: readonly QueueSettings[]) => void;
}

/** Reads the settings of queues at an interval, and at once when an event says that they have changed. */
export class QueueSettingsWatch {
  private readonly loop: Loop;
  private onRead: () => void = () => undefined;

  constructor(private readonly options: QueueSettingsWatchOptions) {
    this.loop = new Loop({
      clock: options.clock,
      tick: () => this.look(),
      ...loggedFailures({
        ...options,
        activity: 'queue settings',
        message: 'the settings of queues were not read',
        level: 'warn',
      }),
      retryMs: options.intervalMs,
    });
  }

  /** Resolves when the settings were read for the first time, or could not be read. */
  start(): Promise<void> {
    const read = new Promise<void>((resolve) => (this.onRead = resolve));
    this.loop.start();
    return read;
  }

  /** Does nothing while it is stopped. */
  wake(): void {
    this.loop.wake();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    this.onRead();
  }

  private async look(): Promise<number> {
    try {
      this.options.onSettings(await this.options.queues.settings());
    } finally {
      this.onRead();
    }
    return this.options.intervalMs;
  }
}
