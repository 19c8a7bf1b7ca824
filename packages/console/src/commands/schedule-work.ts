import type { BusEvent } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import type { ConsoleIo } from '../output/console-io.js';
import { SupervisorLink } from '../processes/supervisor-link.js';
import { readSupervision } from '../processes/supervision.js';
import { readDuration } from '../reading/read-values.js';
import { printEvent } from './print-event.js';
import { StopRequests } from '../processes/stop-requests.js';
import { workIsOver } from './work-until.js';

const MOST_AT_ONCE = 10_000;

export class ScheduleWork extends Command {
  readonly name = 'schedule:work';
  readonly description = 'Fire and run jobs until stopped: the daemon';
  override readonly options: readonly CommandOption[] = [
    {
      flags: '--queues <names>',
      description: 'only these queues, separated by commas (default those of the configuration)',
      repeatable: true,
    },
    {
      flags: '--concurrency <n>',
      description: `how many of each queue run at once, 1 to ${MOST_AT_ONCE} (default as configured)`,
    },
    { flags: '--stop-when-empty', description: 'end when nothing is left that could run now' },
    { flags: '--max-time <duration>', description: 'end after this time, such as 1h' },
    { flags: '--processes <n>', description: 'work in so many processes, or auto for one for each core' },
    { flags: '--max-rss <size>', description: 'replace a process that has more memory, such as 512mb' },
    {
      flags: '--health-port <n>',
      description: 'serve the health of all processes; 0 takes any port that is free',
    },
    { flags: '--health-host <address>', description: 'where it is served (default 127.0.0.1)' },
  ];
  override readonly help = `The first SIGINT or SIGTERM lets running handlers finish within the grace period and ends with 0; a second one ends at once with 130
or 143. With --json each event is one line. --stop-when-empty and --max-time end in the same way, with 0: what is to run later waits for the
next worker. A number that queue:scale has set wins over --concurrency.

With --processes a supervisor starts the processes, starts again those that die, and passes signals on; SIGHUP replaces them one after the
other while work goes on. Each is a node of its own, with the concurrency that is configured. --health-port serves /livez, /readyz and /health.

Examples:
  scheduler schedule:work --queues mails,reports --concurrency 4
  scheduler schedule:work --stop-when-empty --max-time 50s
  scheduler schedule:work --processes auto --max-rss 512mb --health-port 8080`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const chosen = readChosen(input);
    const supervision = readSupervision(input);
    if (supervision !== null) {
      // Loaded only where it is needed.
      const { superviseWork } = await import('../processes/supervise-work.js');
      const mayEnd = chosen.stopWhenEmpty || chosen.maxTimeMs !== null;
      return superviseWork(context, { supervision, mayEnd });
    }
    const stops = new StopRequests(io);
    const link = SupervisorLink.connect(context.env, (reason) => stops.request(reason));
    stops.supervised = link !== null;
    try {
      await Promise.race([this.work(context, { stops, chosen, link }), stops.second]);
      return 0;
    } finally {
      stops.dispose();
      link?.dispose();
    }
  }

  private async work(context: CommandContext, shift: Shift): Promise<void> {
    const node = await context.node();
    const listener = (event: BusEvent) => printEvent(context.io, event);
    const unsubscribe = node.events.subscribe({ names: [], listener });
    try {
      await this.workOn(node, context.io, shift);
    } finally {
      unsubscribe();
    }
  }

  private async workOn(node: SchedulerNode, io: ConsoleIo, { stops, chosen, link }: Shift): Promise<void> {
    const queues = queuesOf(node, chosen);
    await node.start({ queues });
    const works = `node ${node.id} works on ${describeQueues(queues, node)}; Ctrl-C stops it`;
    io.note(node.config.enabled ? works : DISABLED);
    link?.works(node.id);
    const over = new AbortController();
    const limits = { ...chosen, queues: Object.keys(queues) };
    const reason = await Promise.race([stops.first, workIsOver(node, limits, over.signal)]);
    over.abort();
    io.note(`stopping (${reason}): running handlers may finish; a second signal ends at once`);
    await node.stop();
    io.note('stopped');
  }
}

/** What the command line chooses. */
interface Chosen {
  readonly names: readonly string[];
  readonly concurrency: number | undefined;
  readonly stopWhenEmpty: boolean;
  readonly maxTimeMs: number | null;
}

interface Shift {
  readonly stops: StopRequests;
  readonly chosen: Chosen;
  /** Null: nobody supervises this process. */
  readonly link: SupervisorLink | null;
}

function readChosen(input: CommandInput): Chosen {
  const names = input.list('queues').flatMap((text) => text.split(',').map((name) => name.trim()));
  if (names.includes('')) throw new UsageError('--queues: a name is empty; accepted: such as mails,reports');
  return {
    names: [...new Set(names)],
    concurrency: input.integer('concurrency', { min: 1, max: MOST_AT_ONCE }),
    stopWhenEmpty: input.flag('stop-when-empty'),
    maxTimeMs: readDuration(input, 'max-time') ?? null,
  };
}

/** A queue that the configuration does not name runs as many at once as the node has workers. */
function queuesOf(
  { config }: SchedulerNode,
  { names, concurrency }: Chosen,
): Readonly<Record<string, number>> {
  const chosen = names.length === 0 ? Object.keys(config.queues) : names;
  return Object.fromEntries(
    chosen.map((name) => [name, concurrency ?? config.queues[name] ?? config.workers] as const),
  );
}

const DISABLED =
  'the scheduler is disabled by its configuration (enabled: false) and does nothing until stopped';

function describeQueues(queues: Readonly<Record<string, number>>, { store }: SchedulerNode): string {
  const shown = Object.entries(queues).map(([queue, concurrency]) => `${queue} × ${concurrency}`);
  return `${shown.length === 0 ? 'no queue' : shown.join(', ')} (${store.name} store)`;
}
