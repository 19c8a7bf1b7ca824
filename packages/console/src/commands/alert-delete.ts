import { AlertRuleChange } from './alert-command.js';

export class AlertDelete extends AlertRuleChange {
  readonly name = 'alert:delete';
  readonly description = 'Delete a rule of alerts, or take back the changes of a built-in one';
  override readonly help = `Its alerts are over with the next evaluation. A built-in rule that nobody has changed cannot be deleted: disable it.`;
  protected readonly done = 'deleted';
  protected override readonly operation = 'alertRules.delete';

  read(): ReturnType<AlertRuleChange['read']> {
    return (alerts, rule) => alerts.deleteRule(rule);
  }
}
