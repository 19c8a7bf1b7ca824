import { InputError, SchedulerError, showValue } from './scheduler-error.js';

/** A rule of an alert, a silence or a query for them that cannot be accepted. */
export class AlertInvalid extends InputError {
  readonly code = 'ALERT_INVALID';
}

/** No rule has this name or id, or it belongs to another tenant. */
export class AlertRuleNotFound extends SchedulerError {
  readonly code = 'ALERT_RULE_NOT_FOUND';

  constructor(readonly rule: string) {
    super(`no rule of alerts is called ${showValue(rule)}; list the rules to see what exists`);
  }
}

export class AlertRuleAlreadyExists extends SchedulerError {
  readonly code = 'ALERT_RULE_ALREADY_EXISTS';

  constructor(readonly rule: string) {
    super(
      `a rule of alerts with the name ${showValue(rule)} exists already; change it, or choose another name`,
    );
  }
}

/** Somebody else has changed the rule since it was read; nothing was written. */
export class AlertRuleChanged extends SchedulerError {
  readonly code = 'ALERT_RULE_CHANGED';

  constructor(readonly rule: string) {
    super(`the rule of alerts ${showValue(rule)} was changed by somebody else; read it again and retry`);
  }
}

/** No silence has this id, or it belongs to another tenant. */
export class AlertSilenceNotFound extends SchedulerError {
  readonly code = 'ALERT_SILENCE_NOT_FOUND';

  constructor(readonly silenceId: string) {
    super(`no silence has the id ${showValue(silenceId)}; list the silences to see what exists`);
  }
}
