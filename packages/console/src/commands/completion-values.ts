import type { SchedulerNode } from '@scheduler/core';
import { workflowsOfNode } from '../application/workflows-of-node.js';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { VALUE_KINDS, type ValueKind } from '../completion/value-kinds.js';

const MAX_NAMES = 200;

const READ: Readonly<Record<ValueKind, (node: SchedulerNode) => Promise<readonly string[]>>> = {
  jobs: async ({ scheduler }) => {
    const { items } = await scheduler.list({
      statuses: ['pending', 'active', 'paused'],
      sortBy: 'name',
      sortOrder: 'asc',
      limit: MAX_NAMES,
    });
    return items.map(({ name }) => name);
  },
  queues: async ({ queues }) => (await queues.stats()).map(({ queue }) => queue),
  circuits: async ({ circuits }) => [...new Set((await circuits.getAllStates()).map(({ name }) => name))],
  types: async ({ jobTypes }) => jobTypes,
  workflows: async (node) => (await workflowsOfNode(node)).listAll().map(({ name }) => name),
  runs: async (node) => {
    const { items } = await (await workflowsOfNode(node)).list({ limit: MAX_NAMES });
    return items.map(({ id }) => id);
  },
};

export class CompletionValues extends Command {
  readonly name = 'completion:values';
  readonly description = 'Print names for a shell to complete, one per line';
  override readonly arguments = [{ name: 'kind', description: 'which names to print', choices: VALUE_KINDS }];
  override readonly help = 'The scripts of scheduler completion call this command when a user presses Tab.';

  async run(input: CommandInput, { io, unopenedNode }: CommandContext): Promise<void> {
    // Opened here instead of by `context.node()`, which also calls the ready hook of the application. That may store declared jobs, and Tab must not.
    const node = await unopenedNode();
    await node.open();
    const values = await READ[input.argument('kind') as ValueKind](node);
    io.result({ values }, () => values.forEach((value) => io.line(value)));
  }
}
