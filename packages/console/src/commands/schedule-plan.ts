import type { PlanEntry } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { planColumns, planLines, planSummary } from '../views/plan-view.js';

export class SchedulePlan extends Command {
  readonly name = 'schedule:plan';
  readonly description = 'Show how declared and stored jobs differ';
  override readonly options: readonly CommandOption[] = [
    { flags: '--check', description: 'exit code 1 if applying the plan would change something' },
    { flags: '--apply', description: 'bring the stored jobs in line with the declared ones' },
    {
      flags: '--adopt',
      description: 'take over stored jobs that have declared names but were created in another way',
    },
    { flags: '--all', description: 'also show what stays as it is' },
  ];
  override readonly help = `Examples:
  scheduler schedule:plan --check      in CI, against the store of production
  scheduler schedule:plan --apply      in a deployment without a daemon`;

  async run(input: CommandInput, context: CommandContext): Promise<number> {
    const { io } = context;
    const [check, apply, adopt] = [input.flag('check'), input.flag('apply'), input.flag('adopt')];
    if (check && apply) throw new UsageError('--check and --apply exclude each other; give one of them');
    const node = await context.node();
    const { plan, applied } = apply
      ? await node.declared.reconcile({ adopt })
      : { plan: await node.declared.plan({ adopt }), applied: null };
    io.result(applied === null ? plan : { ...plan, applied: applied.map(({ name }) => name) }, () => {
      if (node.declared.definitions === null) return io.info('this application declares no jobs');
      const shown = plan.entries.filter((entry) => input.flag('all') || isShownByDefault(entry));
      if (shown.length > 0)
        io.table(
          planColumns,
          shown.flatMap((entry) => planLines(entry, node.recurrence)),
        );
      io.info(planSummary(plan));
      if (applied !== null) io.info(`applied ${applied.length}`);
      else if (plan.hasDifferences)
        io.note('the next start of the application applies this; --apply applies it now');
    });
    return check && plan.hasDifferences ? 1 : 0;
  }
}

/** Whether the plan changes the job, or has a hint about it. */
function isShownByDefault({ action, steps, changedByHand, note }: PlanEntry): boolean {
  return steps.length > 0 || changedByHand || (action === 'keep' && note !== null);
}
