import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { AlertRuleChange, readCondition, readRule, RULE_OPTIONS } from './alert-command.js';
import { TENANT_OPTION } from './job-command.js';
import { REASON_OPTION } from './key-command.js';

export class AlertUpdate extends AlertRuleChange {
  readonly name = 'alert:update';
  readonly description = 'Change a rule of alerts';
  override readonly options = [
    ...RULE_OPTIONS,
    { flags: '--name <name>', description: 'another name' },
    REASON_OPTION,
    TENANT_OPTION,
  ];
  override readonly help = `What is not given stays as it is. A built-in rule can be changed too; alert:delete takes that back.
Example:
  scheduler alert:update scheduler-high-failure-rate --value 25 --channels dashboard,log`;
  protected readonly done = 'changed';

  read(input: CommandInput) {
    const [fields, condition, name] = [readRule(input), readCondition(input), input.text('name')];
    const hasCondition = Object.keys(condition).length > 0;
    if (!hasCondition && Object.keys(fields).length === 0 && name === undefined)
      throw new UsageError('nothing is to be changed; name what, such as --value 25');
    return async (alerts: Parameters<ReturnType<AlertRuleChange['read']>>[0], rule: string) => {
      const before = hasCondition ? (await alerts.rule(rule)).condition : null;
      return alerts.changeRule(rule, {
        ...fields,
        ...(name === undefined ? {} : { name }),
        ...(before === null ? {} : { condition: { ...before, ...condition } }),
      });
    };
  }
}
