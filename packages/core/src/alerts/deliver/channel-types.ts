import type { AlertChannel } from '@scheduler/contracts';
import type { SchedulerConfig } from '../../config/scheduler-config.js';

/** The channels that something is sent by, each with the type of its executions. */
export const SENT_TYPES = {
  webhook: 'scheduler.alert.webhook',
  slack: 'scheduler.alert.slack',
  email: 'scheduler.alert.email',
} as const satisfies Readonly<Partial<Record<AlertChannel, string>>>;

export type SentChannel = keyof typeof SENT_TYPES;

export const SENT_CHANNELS = Object.keys(SENT_TYPES) as readonly SentChannel[];

/** The channels that are configured. */
export function configuredChannels({
  webhook,
  slack,
  email,
}: SchedulerConfig['alerts']): readonly SentChannel[] {
  const isSet: Readonly<Record<SentChannel, boolean>> = {
    webhook: webhook !== null,
    slack: slack !== null,
    email: email.length > 0,
  };
  return SENT_CHANNELS.filter((channel) => isSet[channel]);
}

export function isSent(channel: AlertChannel): channel is SentChannel {
  return Object.hasOwn(SENT_TYPES, channel);
}
