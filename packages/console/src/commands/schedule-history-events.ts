import type { HistoryQuery } from '@scheduler/contracts';
import type { SchedulerNode } from '@scheduler/core';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { loggedEventColumns } from '../views/logged-event-view.js';
import { schedulerOf } from './job-command.js';

interface Shown {
  readonly io: ConsoleIo;
  readonly node: SchedulerNode;
  readonly input: CommandInput;
}

const DEFAULT_LIMIT = 100;

/** Shows the events of a job and of its executions. A job that was deleted is known by its id alone. */
export async function historyOfEvents(
  { io, node, input }: Shown,
  { since, until, limit = DEFAULT_LIMIT }: HistoryQuery,
): Promise<void> {
  const reference = input.argument('job');
  const { id } = (await schedulerOf(node, input).find(reference)) ?? { id: reference };
  const { items, next, atEnd } = await node.eventLog.list({
    tenant: input.text('tenant') ?? null,
    jobId: id,
    limit,
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
  });
  io.result({ events: items, next, atEnd }, () => {
    if (items.length > 0) io.table(loggedEventColumns, items);
    if (items.length === 0) io.info(`the event log has no events of ${reference}`);
    else if (!atEnd && next !== null)
      io.note(`there are more events; events:list --job ${id} --after ${next} shows them`);
  });
}
