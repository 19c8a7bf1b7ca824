import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { VALUE_KINDS, type ValueKind } from '../completion/value-kinds.js';

/** More than anybody reads through. */
const MOST = 200;

const READ: Readonly<Record<ValueKind, (node: SchedulerNode) => Promise<readonly string[]>>> = {
  jobs: async ({ scheduler }) => {
    const { items } = await scheduler.list({
      statuses: ['pending', 'active', 'paused'],
      sortBy: 'name',
      sortOrder: 'asc',
      limit: MOST,
    });
    return items.map(({ name }) => name);
  },
  queues: async ({ queues }) => (await queues.stats()).map(({ queue }) => queue),
  circuits: async ({ circuits }) => (await circuits.getAllStates()).map(({ name }) => name),
  types: async ({ jobTypes }) => jobTypes,
};

export class CompletionValues extends Command {
  readonly name = 'completion:values';
  readonly description = 'Print names for a shell to complete, one a line';
  override readonly arguments = [{ name: 'kind', description: 'of which things', choices: VALUE_KINDS }];
  override readonly help = 'What the scripts of scheduler completion call when somebody presses Tab.';

  async run(input: CommandInput, { io, unopenedNode }: CommandContext): Promise<void> {
    // Opened by hand: whoever presses Tab does not want the jobs of the application to be declared.
    const node = await unopenedNode();
    await node.open();
    const values = await READ[input.argument('kind') as ValueKind](node);
    io.result({ values }, () => values.forEach((value) => io.line(value)));
  }
}
