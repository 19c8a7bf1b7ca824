import type { QueueSettings } from '@scheduler/contracts';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../command-line/console-error.js';
import { type ChangeQueue, QUEUE_ARGUMENT, QueueChange } from './queue-command.js';

const MOST = 10_000;

export class QueueScale extends QueueChange {
  readonly name = 'queue:scale';
  readonly description = 'Set how many of a queue run at once on each node';
  override readonly arguments = [
    QUEUE_ARGUMENT,
    { name: 'concurrency', description: `1 to ${MOST}, or default for what each node is configured with` },
  ];

  protected read(input: CommandInput): ChangeQueue {
    const concurrency = readConcurrency(input.argument('concurrency'));
    return (node, queue) => node.queues.scale(queue, concurrency);
  }

  protected done(): string {
    return 'scaled';
  }

  protected effect({ concurrency }: QueueSettings): string {
    return concurrency === null
      ? ': as many at once as each node is configured with'
      : `: ${concurrency} at once on each node that processes it`;
  }
}

function readConcurrency(text: string): number | null {
  if (text === 'default') return null;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= MOST) return value;
  throw new UsageError(
    `concurrency: ${JSON.stringify(text)} is not accepted; accepted: a whole number from 1 to ${MOST}, or default`,
  );
}
