import { Command } from '../command/command.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { alertsOf, RULE_ARGUMENT } from './alert-command.js';
import { auditAlertChange } from './audit-alerts.js';
import { TENANT_OPTION } from './job-command.js';
import { REASON_OPTION } from './key-command.js';

export class AlertTest extends Command {
  readonly name = 'alert:test';
  readonly description = 'Send a test by the channels of a rule';
  override readonly arguments = [RULE_ARGUMENT];
  override readonly options = [REASON_OPTION, TENANT_OPTION];
  override readonly help = `What is sent is work of the queue of alerts: a running node sends it, and execution:show tells how that went.`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const node = await context.node();
    const alerts = alertsOf(node, input);
    const rule = await alerts.rule(input.argument('rule'));
    const test = await alerts.test(rule.name);
    await auditAlertChange(node, input, {
      operation: 'alertRules.test',
      object: { kind: 'alert_rule', id: rule.id },
      tenant: rule.tenant,
      before: null,
      after: { sent: test.sent },
    });
    io.result({ test }, () => {
      for (const [channel, executionId] of Object.entries(test.sent))
        io.info(`${channel}: enqueued as execution ${executionId}`);
      if (Object.keys(test.sent).length === 0) io.info('nothing is sent by the channels of this rule');
      for (const channel of test.notConfigured) io.note(`${channel} is not configured`);
    });
  }
}
