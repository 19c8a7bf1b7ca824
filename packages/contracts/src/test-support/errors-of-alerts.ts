import {
  AlertInvalid,
  AlertRuleAlreadyExists,
  AlertRuleChanged,
  AlertRuleNotFound,
  AlertSilenceNotFound,
} from '../errors/alert-errors.js';
import type { SchedulerError, SchedulerErrorCode } from '../errors/scheduler-error.js';

const issue = {
  field: 'severity',
  value: 'bad',
  problem: 'is not known',
  accepted: 'info, warning or critical',
};

/** The errors of alerts, each with its code, its name and its message. */
export const ERRORS_OF_ALERTS: readonly [SchedulerError, SchedulerErrorCode, string, string][] = [
  [
    new AlertInvalid(issue),
    'ALERT_INVALID',
    'AlertInvalid',
    'severity: is not known, got "bad"; accepted: info, warning or critical',
  ],
  [
    new AlertRuleNotFound('slow'),
    'ALERT_RULE_NOT_FOUND',
    'AlertRuleNotFound',
    'no rule of alerts is called "slow"; list the rules to see what exists',
  ],
  [
    new AlertRuleAlreadyExists('slow'),
    'ALERT_RULE_ALREADY_EXISTS',
    'AlertRuleAlreadyExists',
    'a rule of alerts with the name "slow" exists already; change it, or choose another name',
  ],
  [
    new AlertRuleChanged('slow'),
    'ALERT_RULE_CHANGED',
    'AlertRuleChanged',
    'the rule of alerts "slow" was changed by somebody else; read it again and retry',
  ],
  [
    new AlertSilenceNotFound('s1'),
    'ALERT_SILENCE_NOT_FOUND',
    'AlertSilenceNotFound',
    'no silence has the id "s1"; list the silences to see what exists',
  ],
];
