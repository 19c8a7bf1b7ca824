import type { SchedulerConfig } from '../../config/scheduler-config.js';
import type { Redact } from '../../support/redaction/redact.js';

const HIDDEN = '***';

/** Takes out what alerts are sent with as well: the secret of the webhook, and addresses that are secrets themselves. */
export function withoutSecretsOfAlerts(
  redact: Redact,
  { webhook, slack, pingUrl }: SchedulerConfig['alerts'],
): Redact {
  const secrets = [webhook?.secret, webhook?.url, slack?.url, pingUrl].filter(
    (secret): secret is string => typeof secret === 'string',
  );
  if (secrets.length === 0) return redact;
  return (text) => redact(secrets.reduce((safe, secret) => safe.replaceAll(secret, HIDDEN), text));
}
