import type { OnExhausted, OverlapPolicy, ScheduleDefinition } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { EXCLUSION_OPTIONS, readExclusions } from '../reading/read-exclusions.js';
import { LIMIT_OPTIONS, readLimits } from '../reading/read-limits.js';
import { readTrigger, zoneOf } from '../reading/read-trigger.js';
import { readDuration, readMetadata, readPayload, readPriority } from '../reading/read-values.js';
import { TRIGGER_OPTIONS } from '../reading/trigger-options.js';
import { inWords, jobDocument } from '../views/job-view.js';
import { nextRunText, noteIfNotDurable } from './job-command.js';

type MissedRuns = 'skip' | 'latest' | 'all';

export class ScheduleCreate extends Command {
  readonly name = 'schedule:create';
  readonly description = 'Create a job';
  override readonly options: readonly CommandOption[] = [
    { flags: '--type <type>', description: 'the job type, for which there must be a handler' },
    { flags: '--name <name>', description: 'unique among jobs that have not ended' },
    ...TRIGGER_OPTIONS,
    ...EXCLUSION_OPTIONS,
    { flags: '--payload <json>', description: 'JSON, @file, or - for stdin' },
    { flags: '--description <text>', description: 'a description for people' },
    { flags: '--tag <tag>', description: 'a tag', repeatable: true },
    { flags: '--meta <key=value>', description: 'a metadata value', repeatable: true },
    { flags: '--target <id>', description: 'the domain entity that the work is about' },
    { flags: '--queue <queue>', description: 'the queue (default "default")' },
    {
      flags: '--priority <priority>',
      description: '0 to 9, lower is more urgent, or critical, high, medium, low, lowest',
    },
    { flags: '--timeout <duration>', description: 'time limit of one attempt (default 5m)' },
    { flags: '--max-retries <n>', description: 'attempts after the first (default 3)' },
    { flags: '--circuit <name>', description: 'the circuit that opens when the job fails repeatedly' },
    { flags: '--start <instant>', description: 'no run before this instant' },
    { flags: '--end <instant>', description: 'no run after this instant' },
    { flags: '--max-executions <n>', description: 'the number of runs after which the job is completed' },
    { flags: '--jitter <duration>', description: 'start each run up to this much later, to spread load' },
    { flags: '--allow-overlap', description: 'run even while an earlier run has not ended' },
    {
      flags: '--overlap <policy>',
      description: 'what happens to a run that falls due meanwhile (default queue for events, else skip)',
      choices: ['skip', 'queue'],
    },
    ...LIMIT_OPTIONS,
    {
      flags: '--missed <policy>',
      description: 'what happens to runs that were missed while no node was running',
      choices: ['skip', 'latest', 'all'],
    },
    {
      flags: '--on-exhausted <action>',
      description: 'what happens to the job when retries are used up',
      choices: ['continue', 'pause'],
    },
    {
      flags: '--expect-within <duration>',
      description: 'an alert fires unless it succeeds at least this often, such as 25h',
    },
    { flags: '--paused', description: 'create it paused' },
    { flags: '--id <id>', description: 'its id (default a UUIDv7)' },
    { flags: '--tenant <tenant>', description: 'the tenant that owns the job' },
    { flags: '--created-by <who>', description: 'the creator, for the record' },
  ];
  override readonly help = `Examples:
  scheduler schedule:create --type export_report --name weekly-sales --cron '0 9 * * MON' --zone Europe/Berlin --payload '{"report":"sales"}'
  scheduler schedule:create --type cleanup --every 15m
  scheduler schedule:create --type invoice --monthly 06:00 --nth last --on friday`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const definition = { ...readDefinition(input), payload: await readPayload(input, context) };
    const node = await context.node();
    const job = await node.scheduler.schedule(definition);
    noteIfNotDurable(node, io);
    io.result({ job: jobDocument(job, node) }, () => {
      io.info('created ', styled('bold', job.name), ` (${job.id}), ${job.status}`);
      io.info(`runs ${inWords(job.trigger, node.recurrence)}`, nextRunText(job, node));
    });
  }
}

function readDefinition(input: CommandInput): ScheduleDefinition {
  const type = input.text('type');
  if (type === undefined) throw new UsageError("required option '--type <type>' is not given");
  const zone = zoneOf(input);
  return {
    type,
    trigger: readTrigger(input),
    id: input.text('id'),
    name: input.text('name'),
    description: input.text('description'),
    tags: input.list('tag'),
    metadata: readMetadata(input),
    targetId: input.text('target'),
    tenant: input.text('tenant'),
    createdBy: input.text('created-by'),
    queue: input.text('queue'),
    priority: readPriority(input),
    timeout: readDuration(input, 'timeout'),
    maxRetries: input.integer('max-retries'),
    circuit: input.text('circuit'),
    startAt: input.instant('start', zone),
    endAt: input.instant('end', zone),
    maxExecutions: input.integer('max-executions', { min: 1 }),
    jitter: readDuration(input, 'jitter'),
    exclusions: readExclusions(input),
    allowOverlap: input.flag('allow-overlap'),
    overlap: input.text('overlap') as OverlapPolicy | undefined,
    ...readLimits(input),
    missedRuns: input.text('missed') as MissedRuns | undefined,
    onExhausted: input.text('on-exhausted') as OnExhausted | undefined,
    expectWithin: readDuration(input, 'expect-within'),
    enabled: !input.flag('paused'),
  };
}
