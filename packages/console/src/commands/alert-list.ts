import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { alertColumns, ruleColumns, silenceColumns } from '../views/alert-view.js';
import { alertsOf } from './alert-command.js';
import { TENANT_OPTION } from './job-command.js';

export class AlertList extends Command {
  readonly name = 'alert:list';
  readonly description = 'List the rules of alerts, what fires now and what is silenced';
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const alerts = alertsOf(node, input);
    const [rules, firing, silences] = await Promise.all([alerts.rules(), alerts.firing(), alerts.silences()]);
    io.result({ rules, firing, silences }, () => {
      const now = node.clock.now();
      if (rules.length > 0) io.table(ruleColumns(firing), rules);
      if (firing.length > 0) io.table(alertColumns(now), firing);
      else io.info('no alert fires');
      if (silences.length > 0) io.table(silenceColumns(now), silences);
      if (!node.config.alerts.enabled)
        io.note(
          'rules are not evaluated by this application: alerts.enabled (SCHEDULER_ALERTS_ENABLED) is false',
        );
    });
  }
}
