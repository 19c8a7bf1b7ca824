import type { Execution } from '@scheduler/contracts';
import type { Settlement } from '@scheduler/contracts/adapter';
import type { ReleasedOffer } from '../execute/settle/settle-buffer.js';
import { QueueWorker } from './queue-worker.js';
import type { QueueWorkerParts } from './queue-worker-parts.js';

/** The worker of a node. Its queues are those of the configuration, unless a start names others. */
export class NodeWorker {
  private worker: QueueWorker;
  private queues: QueueWorkerParts['queues'];

  constructor(private readonly parts: QueueWorkerParts) {
    this.queues = parts.queues;
    this.worker = new QueueWorker(parts);
  }

  /** Called only while nothing runs here, so that a worker with other queues can take the place of the former. */
  start(queues: QueueWorkerParts['queues'] = this.parts.queues): Promise<void> {
    if (queues !== this.queues) this.worker = new QueueWorker({ ...this.parts, queues });
    this.queues = queues;
    return this.worker.start();
  }

  get slotCount(): number {
    return this.worker.slotCount;
  }

  settingsChanged(): void {
    this.worker.settingsChanged();
  }

  executionFreed(execution: Execution): void {
    this.worker.executionFreed(execution);
  }

  offerReleased(settlements: readonly Settlement[]): ReleasedOffer | null {
    return this.worker.offerReleased(settlements);
  }

  stopClaiming(): Promise<void> {
    return this.worker.stopClaiming();
  }

  idle(): Promise<void> {
    return this.worker.idle();
  }
}
