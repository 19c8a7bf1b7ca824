import { AlertRuleChange } from './alert-command.js';

export class AlertEnable extends AlertRuleChange {
  readonly name = 'alert:enable';
  readonly description = 'Enable a rule of alerts';
  protected readonly done = 'enabled';

  read(): ReturnType<AlertRuleChange['read']> {
    return (alerts, rule) => alerts.changeRule(rule, { enabled: true });
  }
}
