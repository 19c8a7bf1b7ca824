import type { QueueSettings } from '@scheduler/contracts';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { type ChangeQueue, FORCE_OPTION, QUEUE_ARGUMENT, QueueChange } from './queue-command.js';

const MAX_CONCURRENCY = 10_000;

export class QueueScale extends QueueChange {
  readonly name = 'queue:scale';
  readonly description =
    'Set how many executions of a queue run at once, on each node or on all nodes together';
  override readonly arguments = [
    QUEUE_ARGUMENT,
    {
      name: 'concurrency',
      description: `on each node: 1 to ${MAX_CONCURRENCY}, or default for the configuration of each node`,
      required: false,
    },
  ];
  override readonly options: readonly CommandOption[] = [
    FORCE_OPTION,
    {
      flags: '--global <n>',
      description: `on all nodes together: 1 to ${MAX_CONCURRENCY}, or none for no limit`,
    },
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
        ? 'as many at once as the configuration of each node says'
        : `${concurrency} at once on each node that processes it`;
    return `: ${width}${globalLimit === null ? '' : `, at most ${globalLimit} on all nodes together`}`;
  }
}

/** Reads a number, or the word that deletes the setting, which gives null. */
function readNumber(field: string, text: string, wordForNull: string): number | null {
  if (text === wordForNull) return null;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 1 && value <= MAX_CONCURRENCY) return value;
  throw new UsageError(
    `${field}: ${JSON.stringify(text)} is not accepted; accepted: a whole number from 1 to ${MAX_CONCURRENCY}, or ${wordForNull}`,
  );
}
