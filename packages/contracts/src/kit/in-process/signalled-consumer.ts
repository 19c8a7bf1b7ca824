import type { ConsumeQueue } from '../../ports/job-queue.js';

export interface SignalledConsumerOptions extends Pick<ConsumeQueue, 'queue' | 'deliver'> {
  readonly onError?: (error: unknown) => void;
}

/** Delivers one signal at a time; those that come meanwhile make one more delivery after it. */
export class SignalledConsumer {
  private state: 'idle' | 'delivering' | 'again' | 'closed' = 'idle';

  constructor(private readonly options: SignalledConsumerOptions) {}

  signal(): void {
    if (this.state === 'delivering') this.state = 'again';
    if (this.state === 'idle') void this.deliver();
  }

  close(): void {
    this.state = 'closed';
  }

  private async deliver(): Promise<void> {
    const { queue, deliver, onError } = this.options;
    do {
      this.state = 'delivering';
      try {
        await deliver({ queue, executionIds: [] });
      } catch (error) {
        onError?.(error);
      }
    } while (this.isWantedAgain());
    if (this.state === 'delivering') this.state = 'idle';
  }

  private isWantedAgain(): boolean {
    return this.state === 'again';
  }
}
