import type { QueueSettings } from '@scheduler/contracts';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { type ChangeQueue, QUEUE_ARGUMENT, QueueChange } from './queue-command.js';

const MOST = 10_000;

export class QueueScale extends QueueChange {
  readonly name = 'queue:scale';
  readonly description = 'Set how many of a queue run at once, on each node or over all of them';
  override readonly arguments = [
    QUEUE_ARGUMENT,
    {
      name: 'concurrency',
      description: `on each node: 1 to ${MOST}, or default for what each node is configured with`,
      required: false,
    },
  ];
  override readonly options: readonly CommandOption[] = [
    { flags: '--global <n>', description: `over all nodes together: 1 to ${MOST}, or none for any number` },
  ];

  protected read(input: CommandInput): ChangeQueue {
    const [width, most] = [input.optionalArgument('concurrency'), input.text('global')];
    if (width === undefined && most === undefined)
      throw new UsageError('nothing to set: give a concurrency, --global <n>, or both');
    const concurrency = width === undefined ? undefined : readNumber('concurrency', width, 'default');
    const globalLimit = most === undefined ? undefined : readNumber('--global', most, 'none');
    return async (node, queue) => {
      const scaled = concurrency === undefined ? null : await node.queues.scale(queue, concurrency);
      return globalLimit === undefined && scaled !== null
        ? scaled
        : node.queues.limit(queue, globalLimit ?? null);
    };
  }

  protected done(): string {
    return 'scaled';
  }

  protected effect({ concurrency, globalLimit }: QueueSettings): string {
    const width =
      concurrency === null
        ? 'as many at once as each node is configured with'
        : `${concurrency} at once on each node that processes it`;
    return `: ${width}${globalLimit === null ? '' : `, at most ${globalLimit} over all nodes`}`;
  }
}

/** Null: the word that takes the setting away. */
function readNumber(field: string, text: string, nothing: string): number | null {
  if (text === nothing) return null;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= MOST) return value;
  throw new UsageError(
    `${field}: ${JSON.stringify(text)} is not accepted; accepted: a whole number from 1 to ${MOST}, or ${nothing}`,
  );
}
