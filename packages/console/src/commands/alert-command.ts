import {
  ALERT_CHANNELS,
  ALERT_METRICS,
  ALERT_OPERATORS,
  ALERT_SEVERITIES,
  type AlertChannel,
  type AlertMetric,
  type AlertOperator,
  type AlertRule,
  type AlertSeverity,
} from '@scheduler/contracts';
import type { AlertRuleChanges, Alerts, SchedulerNode } from '@scheduler/core';
import { Command } from '../command/command.js';
import type { CommandArgument, CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { styled } from '../output/text.js';
import { readDuration } from '../reading/read-values.js';
import { auditAlertChange } from './audit-alerts.js';
import { noteIfNotDurable, TENANT_OPTION } from './job-command.js';
import { REASON_OPTION } from './key-command.js';
import { UsageError } from '../output/console-error.js';

export const RULE_ARGUMENT: CommandArgument = {
  name: 'rule',
  description: 'name or id of the rule, as alert:list shows it',
};

export const RULE_OPTIONS: readonly CommandOption[] = [
  { flags: '--metric <metric>', description: 'what is measured', choices: ALERT_METRICS },
  { flags: '--operator <operator>', description: 'how it is compared', choices: ALERT_OPERATORS },
  { flags: '--value <number>', description: 'with what it is compared' },
  { flags: '--for <duration>', description: 'over how long it is counted, or has to hold' },
  { flags: '--severity <severity>', description: 'how severe it is', choices: ALERT_SEVERITIES },
  { flags: '--description <text>', description: 'what it means' },
  {
    flags: '--channels <list>',
    description: `where alerts go, separated by commas: ${ALERT_CHANNELS.join(', ')}`,
  },
  { flags: '--job <job>', description: 'only the work of this job, by name or id' },
  { flags: '--queue <queue>', description: 'only the work of this queue' },
  { flags: '--type <type>', description: 'only the work of this type' },
];

export function alertsOf(node: SchedulerNode, input: CommandInput): Alerts {
  const tenant = input.text('tenant');
  return tenant === undefined ? node.alerts : node.alerts.forTenant(tenant);
}

/** The fields of a rule that were given, except for its condition. */
export function readRule(input: CommandInput): AlertRuleChanges {
  const channels = input.text('channels')?.split(',');
  const fields = {
    severity: input.text('severity') as AlertSeverity | undefined,
    description: input.text('description'),
    channels: channels?.map((channel) => channel.trim() as AlertChannel),
    job: input.text('job'),
    queue: input.text('queue'),
    type: input.text('type'),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

type ConditionParts = Partial<AlertRule['condition']>;

/** The parts of a condition that were given. */
export function readCondition(input: CommandInput): ConditionParts {
  const parts = {
    metric: input.text('metric') as AlertMetric | undefined,
    operator: input.text('operator') as AlertOperator | undefined,
    value: readNumber(input),
    durationMs: readDuration(input, 'for'),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

function readNumber(input: CommandInput): number | undefined {
  const text = input.text('value');
  if (text === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new UsageError(`--value: is not a number, got '${text}'; accepted: 0 or more, such as 10 or 0.5`);
}

/** A command that changes one rule and shows the result. */
export abstract class AlertRuleChange extends Command {
  override readonly arguments: readonly CommandArgument[] = [RULE_ARGUMENT];
  override readonly options: readonly CommandOption[] = [REASON_OPTION, TENANT_OPTION];
  /** The participle for the confirmation, such as `enabled`. */
  protected abstract readonly done: string;
  protected readonly operation: 'alertRules.update' | 'alertRules.delete' = 'alertRules.update';

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const change = this.read(input);
    const node = await context.node();
    const alerts = alertsOf(node, input);
    const before = await alerts.rule(input.argument('rule'));
    const rule = await change(alerts, input.argument('rule'));
    await auditAlertChange(node, input, {
      operation: this.operation,
      object: { kind: 'alert_rule', id: rule.id },
      tenant: rule.tenant,
      before,
      after: this.operation === 'alertRules.delete' ? null : rule,
    });
    noteIfNotDurable(node, io);
    io.result({ rule }, () => io.info(`${this.done} `, styled('bold', rule.name)));
  }

  /** Reads what is wrong without the application before that is loaded. */
  abstract read(input: CommandInput): (alerts: Alerts, rule: string) => Promise<AlertRule>;
}
