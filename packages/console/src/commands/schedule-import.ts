import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { ScheduleDefinition } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ImportFormat, ImportProblem, ReadList } from '../import/import-entry.js';
import { ConsoleError, UsageError } from '../output/console-error.js';
import { zoneOf } from '../reading/read-trigger.js';
import { readDuration } from '../reading/read-values.js';
import { noteIfNotDurable, schedulerOf, TENANT_OPTION } from './job-command.js';

const DEFAULT_COUNT = 3;
const DEFAULT_TIMEOUT = '24h';

/** What differs for every job, whatever its schedule. */
const DIFFERENCES = [
  'overlap: a run that falls due while an earlier one is running is skipped; --allow-overlap runs it, as cron does',
  'missed runs: after an outage the latest missed run is made up; --missed skip leaves it out, as cron does',
  `limits: a command that fails is not tried again (--max-retries), and one attempt ends after ${DEFAULT_TIMEOUT} (--timeout)`,
];

export class ScheduleImport extends Command {
  readonly name = 'schedule:import';
  readonly description = 'Create jobs from a crontab, or from a list of node-cron, Agenda or BullMQ';
  override readonly arguments = [{ name: 'file', description: 'the crontab or JSON file, or - for stdin' }];
  override readonly options: readonly CommandOption[] = [
    { flags: '--dry-run', description: 'show the plan only; needs no application' },
    {
      flags: '--format <format>',
      description: 'what the file is (default crontab)',
      choices: ['crontab', 'node-cron', 'agenda', 'bullmq'],
    },
    { flags: '--system', description: 'a crontab with users, as /etc/crontab and /etc/cron.d have' },
    {
      flags: '--zone <zone>',
      description: 'zone of the old machine, where the file names none (default UTC)',
    },
    {
      flags: '--type-of <pattern=type>',
      description: 'the job type for names or commands like *backup*',
      repeatable: true,
    },
    { flags: '--prefix <text>', description: 'what the names of the jobs begin with (default the format)' },
    { flags: '--count <n>', description: `how many runs to show, 1 to 100 (default ${DEFAULT_COUNT})` },
    { flags: '--queue <queue>', description: 'the queue (default "default")' },
    { flags: '--timeout <duration>', description: `time limit of one attempt (default ${DEFAULT_TIMEOUT})` },
    { flags: '--max-retries <n>', description: 'attempts after the first (default 0)' },
    { flags: '--allow-overlap', description: 'run even while an earlier run has not ended' },
    {
      flags: '--missed <policy>',
      description: 'what happens to runs that were missed while no node was running',
      choices: ['skip', 'latest', 'all'],
    },
    TENANT_OPTION,
  ];
  override readonly help = `Commands become jobs of the type shell_command, for which the application must register createShellCommandHandler.

Examples:
  scheduler schedule:import crontab.txt --dry-run --zone Europe/Berlin
  scheduler schedule:import /etc/crontab --system --prefix web1
  scheduler schedule:import crontab.txt --type-of '*backup*=run_backup'
  scheduler schedule:import repeatable.json --format bullmq`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const dryRun = input.flag('dry-run');
    const settings = await settingsOf(input, context);
    const { readList } = await import('../import/read-list.js');
    const { planImport } = await import('../import/plan-import.js');
    const { countsText, importDocument, showPlannedJob } = await import('../views/import-view.js');
    const list: ReadList = readList(settings.list);
    const { jobs, problems } = planImport(list.entries, settings.plan);
    refuse([...list.problems, ...problems]);
    const shared = jobs.length === 0 ? [] : [...list.notes, ...DIFFERENCES];
    if (dryRun) {
      const planned = jobs.map((job) => importDocument(job, null));
      io.result({ jobs: planned, notes: shared }, () => {
        for (const job of jobs) showPlannedJob(io, job, 'to import');
        for (const note of shared) io.note(note);
        io.info(`${jobs.length} jobs; nothing was changed`);
      });
      return;
    }
    const node = await context.node();
    const scheduler = schedulerOf(node, input);
    const { applyImport, stepsOfImport } = await import('../import/apply-import.js');
    const steps = await stepsOfImport(scheduler, jobs);
    await applyImport(scheduler, steps);
    noteIfNotDurable(node, io);
    const done = steps.map(({ planned, action }) => importDocument(planned, action));
    io.result({ jobs: done, notes: shared }, () => {
      for (const { planned, action } of steps)
        if (action !== 'unchanged') showPlannedJob(io, planned, `${action}d`);
      for (const note of shared) io.note(note);
      io.info(countsText(steps));
    });
  }
}

/** Every problem at once, so that a file is mended in one go. */
function refuse(problems: readonly ImportProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ place, problem }) => `${place}: ${problem}`);
  throw new ConsoleError('IMPORT_INVALID', ['nothing was imported:', ...lines].join('\n'));
}

async function settingsOf(input: CommandInput, context: CommandContext) {
  const { readTypeRules } = await import('../import/type-rules.js');
  const format = (input.text('format') ?? 'crontab') as ImportFormat;
  const hasUser = input.flag('system');
  if (hasUser && format !== 'crontab') throw new UsageError('--system is for crontabs; leave it out');
  const zone = zoneOf(input);
  const argument = input.argument('file');
  const job: Partial<ScheduleDefinition> = {
    timeout: readDuration(input, 'timeout') ?? DEFAULT_TIMEOUT,
    maxRetries: input.integer('max-retries') ?? 0,
    allowOverlap: input.flag('allow-overlap'),
    queue: input.text('queue'),
    missedRuns: input.text('missed') as 'skip' | 'latest' | 'all' | undefined,
  };
  const rules = readTypeRules(input.list('type-of'));
  const count = input.integer('count', { min: 1, max: 100 }) ?? DEFAULT_COUNT;
  const plan = {
    format,
    prefix: input.text('prefix') ?? format,
    rules,
    from: context.clock.now(),
    count,
    job,
  };
  const text = await textOf(argument, context);
  const file = argument === '-' ? 'stdin' : basename(argument);
  return { list: { text, file, zone, format, hasUser }, plan };
}

async function textOf(file: string, { io, cwd }: CommandContext): Promise<string> {
  if (file === '-') return io.readInput();
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${(error as Error).message}; give the path of a file, or - for stdin`,
    );
  }
}
