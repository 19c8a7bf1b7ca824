import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { printLines } from '../views/labelled-lines.js';
import { runLines } from '../views/workflow-view.js';
import { TENANT_OPTION } from './job-command.js';
import { RUN_ARGUMENT, runsOf } from './workflow-command.js';

export class WorkflowStateCommand extends Command {
  readonly name = 'workflow:state';
  readonly description = 'Show everything that is stored of a run: input, signals and the state of each step';
  override readonly arguments = [RUN_ARGUMENT];
  override readonly options = [TENANT_OPTION];
  override readonly help =
    'The state of a step is JSON as it is stored; its instants are milliseconds since 1970.';

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const state = await (await runsOf(node, input)).getState(input.argument('run'));
    const { run, steps } = state;
    io.result(state, () => {
      printLines(io, [
        ...runLines(state, node.clock.now()),
        ['input', JSON.stringify(run.input)],
        ['graph', run.graphHash],
        ['revision', String(run.revision)],
        ['retries', String(run.round)],
      ]);
      if (run.signals.length > 0) {
        io.line('');
        io.line(styled('bold', 'signals'));
        printLines(
          io,
          run.signals.map((signal) => [signal.name, JSON.stringify(signal)]),
        );
      }
      io.line('');
      io.line(styled('bold', 'steps'));
      printLines(
        io,
        steps.map((step) => [step.name, JSON.stringify(step.state)]),
      );
    });
  }
}
