import type { AlertRuleInput } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { alertsOf, readCondition, readRule, RULE_OPTIONS } from './alert-command.js';
import { auditAlertChange } from './audit-alerts.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';
import { REASON_OPTION } from './key-command.js';

export class AlertCreate extends Command {
  readonly name = 'alert:create';
  readonly description = 'Create a rule of alerts';
  override readonly arguments = [{ name: 'name', description: 'its name' }];
  override readonly options: readonly CommandOption[] = [
    ...RULE_OPTIONS,
    { flags: '--disabled', description: 'store it disabled, until alert:enable' },
    REASON_OPTION,
    TENANT_OPTION,
  ];
  override readonly help = `Examples:
  scheduler alert:create mails-wait --metric scheduler.queue.size --operator gt --value 1000 --for 10m --queue mails
  scheduler alert:create reports-fail --metric scheduler.failure_rate --operator gt --value 5 --for 1h --type export_report --severity critical`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const given = readInput(input);
    const node = await context.node();
    const rule = await alertsOf(node, input).createRule(given);
    await auditAlertChange(node, input, {
      operation: 'alertRules.create',
      object: { kind: 'alert_rule', id: rule.id },
      tenant: rule.tenant,
      before: null,
      after: rule,
    });
    noteIfNotDurable(node, io);
    io.result({ rule }, () => io.info('created ', styled('bold', rule.name), ` (${rule.id})`));
  }
}

function readInput(input: CommandInput): AlertRuleInput {
  const { metric, operator, value, durationMs } = readCondition(input);
  if (metric === undefined || operator === undefined || value === undefined || durationMs === undefined)
    throw new UsageError(
      '--metric, --operator, --value and --for are needed: together they are the condition',
    );
  return {
    name: input.argument('name'),
    condition: { metric, operator, value, durationMs },
    ...readRule(input),
    ...(input.flag('disabled') ? { enabled: false } : {}),
  };
}
