import { AlertRuleChange } from './alert-command.js';

export class AlertDisable extends AlertRuleChange {
  readonly name = 'alert:disable';
  readonly description = 'Disable a rule of alerts';
  protected readonly done = 'disabled';

  read(): ReturnType<AlertRuleChange['read']> {
    return (alerts, rule) => alerts.changeRule(rule, { enabled: false });
  }
}
