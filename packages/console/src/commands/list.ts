import { Command } from '../command/command.js';
import type { CommandContext, CommandSummary } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { groupOf } from '../command-line/command-group.js';
import { styled, wrapWords } from '../output/text.js';

export class List extends Command {
  readonly name = 'list';
  readonly description = 'List all commands';
  override readonly arguments = [
    { name: 'group', description: 'only commands of this group, such as schedule', required: false },
  ];

  async run(input: CommandInput, { io, commands }: CommandContext): Promise<void> {
    const selectedGroup = input.optionalArgument('group');
    const all = (await commands()).filter(
      ({ name }) => selectedGroup === undefined || groupOf(name) === selectedGroup,
    );
    io.result({ commands: all.map((command) => ({ ...command, group: groupOf(command.name) })) }, () => {
      const width = Math.max(0, ...all.map(({ name }) => name.length));
      for (const [group, members] of byGroup(all)) {
        if (group !== '') io.line(styled('yellow', group));
        for (const { name, description } of members) {
          const [first = '', ...more] = wrapWords(
            description,
            io.width && Math.max(20, io.width - width - 4),
          );
          io.line('  ', styled('green', name.padEnd(width)), `  ${first}`);
          for (const line of more) io.line(' '.repeat(width + 4), line);
        }
      }
      if (selectedGroup === undefined && io.width !== null)
        io.note('scheduler <command> --help describes a command');
    });
  }
}

function byGroup(commands: readonly CommandSummary[]): ReadonlyMap<string, readonly CommandSummary[]> {
  const groups = new Map<string, CommandSummary[]>();
  const sorted = [...commands].sort((a, b) => (groupOf(a.name) < groupOf(b.name) ? -1 : 1));
  for (const command of sorted) {
    const group = groupOf(command.name);
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  return groups;
}
