import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { utcTime } from '../output/times.js';
import { zoneOf } from '../reading/read-trigger.js';
import { readDuration, readMetadata, readPayload, readPriority } from '../reading/read-values.js';
import { noteIfNotDurable, schedulerOf } from './job-command.js';

export class Enqueue extends Command {
  readonly name = 'enqueue';
  readonly description = 'Put work into a queue, without a job';
  override readonly arguments = [
    { name: 'type', description: 'the job type, for which there must be a handler' },
  ];
  override readonly options: readonly CommandOption[] = [
    { flags: '--payload <json>', description: 'JSON, @file, or - for stdin' },
    { flags: '--queue <queue>', description: 'the queue (default "default")' },
    {
      flags: '--priority <priority>',
      description: '0 to 9, lower is more urgent, or critical, high, medium, low, lowest',
    },
    { flags: '--delay <duration>', description: 'run it this much later, such as 10m' },
    { flags: '--at <instant>', description: 'run it at this instant, such as 2030-01-31T09:30' },
    { flags: '--zone <zone>', description: 'zone of an instant without an offset (default UTC)' },
    { flags: '--timeout <duration>', description: 'time limit of one attempt (default 5m)' },
    { flags: '--max-retries <n>', description: 'attempts after the first (default 3)' },
    { flags: '--tag <tag>', description: 'a tag', repeatable: true },
    { flags: '--meta <key=value>', description: 'a metadata value', repeatable: true },
    { flags: '--unique-key <key>', description: 'refused while other work with this key waits or runs' },
    { flags: '--tenant <tenant>', description: 'the tenant that owns the work' },
  ];
  override readonly help = `Examples:
  scheduler enqueue send_mail --payload '{"to":"ann@example.org"}'
  scheduler enqueue export_report --payload @report.json --queue reports --delay 10m`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const request = { ...readRequest(input), payload: await readPayload(input, context) };
    const node = await context.node();
    const execution = await schedulerOf(node, input).enqueue(request);
    noteIfNotDurable(node, io);
    io.result({ execution }, () => {
      const later =
        execution.availableAt > node.clock.now() ? `, runs at ${utcTime(execution.availableAt)}` : '';
      io.info(
        'enqueued ',
        styled('bold', execution.type),
        ` in ${execution.queue} (${execution.id})${later}`,
      );
    });
  }
}

function readRequest(input: CommandInput) {
  const runAt = input.instant('at', zoneOf(input));
  const delay = readDuration(input, 'delay');
  if (runAt !== undefined && delay !== undefined)
    throw new UsageError('--at and --delay exclude each other; give one of them');
  return {
    type: input.argument('type'),
    queue: input.text('queue'),
    priority: readPriority(input),
    runAt,
    delay,
    timeout: readDuration(input, 'timeout'),
    maxRetries: input.integer('max-retries'),
    tags: input.list('tag'),
    metadata: readMetadata(input),
    uniqueKey: input.text('unique-key'),
  };
}
