import {
  type AlertMailer,
  type Clock,
  defineHandler,
  type JobContext,
  type JobHandler,
} from '@scheduler/contracts';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import { type AlertNotification, textOf, titleOf } from '../records/notification.js';
import { SENT_TYPES, type SentChannel } from './channel-types.js';
import { postJson } from './post-json.js';
import { signatureOf } from './signature.js';

export interface ChannelParts {
  readonly config: SchedulerConfig['alerts'];
  readonly clock: Pick<Clock, 'now'>;
  /** Null: the application has none. */
  readonly mailer: AlertMailer | null;
}

type Send = (notification: AlertNotification, context: JobContext) => unknown;

/** The handlers of the channels that are configured here: each notification is an execution, which is retried and can become a dead letter. */
export function channelHandlers(parts: ChannelParts): readonly JobHandler[] {
  const senders: Readonly<Record<SentChannel, Send | null>> = {
    webhook: webhook(parts),
    slack: slack(parts),
    email: email(parts),
  };
  return (Object.keys(senders) as SentChannel[]).flatMap((channel) => {
    const send = senders[channel];
    if (send === null) return [];
    return [
      defineHandler<AlertNotification>({
        type: SENT_TYPES[channel],
        handle: ({ payload }, context) => send(payload, context),
      }),
    ];
  });
}

/** Signed, with its time, and with an id that stays the same however often a notification is sent. */
function webhook({ config: { webhook: to }, clock }: ChannelParts): Send | null {
  if (to === null) return null;
  return (notification, { executionId, signal }) => {
    const body = JSON.stringify(notification);
    const timestamp = String(Math.floor(clock.now().getTime() / 1_000));
    return postJson({
      url: to.url,
      body,
      headers: {
        'x-scheduler-delivery': executionId,
        'x-scheduler-timestamp': timestamp,
        'x-scheduler-signature': signatureOf(to.secret, timestamp, body),
      },
      signal,
    });
  };
}

function slack({ config: { slack: to } }: ChannelParts): Send | null {
  if (to === null) return null;
  return (notification, { signal }) => {
    const text = `*${escaped(titleOf(notification))}*\n${escaped(textOf(notification))}`;
    return postJson({ url: to.url, body: JSON.stringify({ text }), signal });
  };
}

/** The three characters that Slack takes for markup of its own, by which a name could mention everybody. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function email({ config: { email: to }, mailer }: ChannelParts): Send | null {
  if (mailer === null || to.length === 0) return null;
  return async (notification) => {
    await mailer.send({ to, subject: titleOf(notification), text: textOf(notification) });
  };
}
