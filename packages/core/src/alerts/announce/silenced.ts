import type { Alert, AlertSilence } from '@scheduler/contracts';

/** The silence that keeps an alert from being announced. Null: there is none. */
export function silenceOf(
  alert: Pick<Alert, 'rule' | 'subject' | 'tenant'>,
  silences: readonly AlertSilence[],
  now: Date,
): AlertSilence | null {
  const matches = ({ tenant, rule, subject, until }: AlertSilence) =>
    until > now &&
    (tenant === null || tenant === alert.tenant) &&
    (rule === null || rule === alert.rule) &&
    (subject === null || subject === alert.subject?.id);
  return silences.find(matches) ?? null;
}
