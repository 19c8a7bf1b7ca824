import type { SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import type { ConsoleIo } from '../output/console-io.js';
import { styled } from '../output/text.js';
import { noteIfNotDurable } from './job-command.js';

export class CircuitReset extends Command {
  readonly name = 'circuit:reset';
  readonly description = 'Close a circuit at once, for all nodes';
  override readonly arguments = [{ name: 'circuit', description: 'name of the circuit' }];
  override readonly options = [
    { flags: '--tenant <tenant>', description: 'the circuit of this tenant, unless all tenants share it' },
  ];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const name = input.argument('circuit');
    await noteIfUnknown(node, io, name);
    const tenant = input.text('tenant');
    const circuit = await node.circuits.reset(name, tenant === undefined ? {} : { tenant });
    noteIfNotDurable(node, io);
    io.result({ circuit }, () =>
      io.info('closed ', styled('bold', name), ': executions that wait for it run at their next attempt'),
    );
  }
}

/** A job may name any circuit, so an unknown name is not an error. Usually it is misspelled, hence the note. */
async function noteIfUnknown({ circuits }: SchedulerNode, io: ConsoleIo, name: string): Promise<void> {
  const known = (await circuits.getAllStates()).map((circuit) => circuit.name);
  if (known.includes(name)) return;
  io.note(
    `the circuit ${name} is not configured and has never failed (known: ${[...new Set(known)].join(', ') || 'none'})`,
  );
}
