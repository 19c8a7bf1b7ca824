import type { BusEvent } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { eventText } from '../views/event-view.js';
import { StopRequests } from './stop-requests.js';

export class ScheduleWork extends Command {
  readonly name = 'schedule:work';
  readonly description = 'Fire and run jobs until stopped: the daemon';
  override readonly help = `The first SIGINT or SIGTERM lets running handlers finish within the grace period and ends with 0; a second one ends at once with 130
or 143. With --json each event is one line.`;

  async run(_input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const node = await context.node();
    const stops = new StopRequests(io);
    const unsubscribe = node.events.subscribe({ names: [], listener: (event) => printEvent(io, event) });
    try {
      await Promise.race([this.work(node, io, stops), stops.second]);
      return 0;
    } finally {
      unsubscribe();
      stops.dispose();
    }
  }

  private async work(node: SchedulerNode, io: ConsoleIo, stops: StopRequests): Promise<void> {
    await node.start();
    io.note(
      node.config.enabled ? `node ${node.id} works on ${describeQueues(node)}; Ctrl-C stops it` : DISABLED,
    );
    const reason = await stops.first;
    io.note(`stopping (${reason}): running handlers may finish; a second signal ends at once`);
    await node.stop();
    io.note('stopped');
  }
}

const DISABLED =
  'the scheduler is disabled by its configuration (enabled: false) and does nothing until stopped';

function describeQueues({ config, store }: SchedulerNode): string {
  const queues = Object.entries(config.queues).map(([queue, concurrency]) => `${queue} × ${concurrency}`);
  return `${queues.length === 0 ? 'no queue' : queues.join(', ')} (${store.name} store)`;
}

function printEvent(io: ConsoleIo, event: BusEvent): void {
  if (io.json) io.jsonLine({ event: event.name, at: event.at, tenant: event.tenant, ...event.data });
  else io.info(...eventText(event));
}
