import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { alertColumns, ruleColumns } from '../views/alert-view.js';
import { alertsOf, RULE_ARGUMENT } from './alert-command.js';
import { TENANT_OPTION } from './job-command.js';

const LATEST = 10;

export class AlertShow extends Command {
  readonly name = 'alert:show';
  readonly description = 'Show a rule of alerts and its latest alerts';
  override readonly arguments = [RULE_ARGUMENT];
  override readonly options = [TENANT_OPTION];

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const alerts = alertsOf(node, input);
    const rule = await alerts.rule(input.argument('rule'));
    const { items } = await alerts.list({ rule: rule.name, limit: LATEST });
    io.result({ rule, alerts: items }, () => {
      io.table(ruleColumns(items.filter(({ status }) => status === 'firing')), [rule]);
      if (rule.description !== '') io.info(rule.description);
      if (items.length > 0) io.table(alertColumns(node.clock.now()), items);
      else io.info('it has never fired');
    });
  }
}
