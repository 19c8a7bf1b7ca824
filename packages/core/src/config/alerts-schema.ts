import { z } from 'zod';
import { duration, flag, queueField, text } from '../support/input/fields.js';
import { schemaError } from '../support/input/read-input.js';

const DAY_MS = 86_400_000;
const LONGEST_SECRET = 1_000;
const LONGEST_ADDRESS = 320;
const MOST_ADDRESSES = 50;
const URL_RULE = "an address such as 'https://alerts.example.com/hook', without a name and a password";
const MAIL_RULE = "addresses such as ['ops@example.com']";

const address = z
  .string(schemaError('is not a text', URL_RULE))
  .regex(/^https?:\/\/[^\s@#]{1,2000}$/, schemaError('is not an address', URL_RULE))
  .refine((url) => URL.canParse(url), schemaError('is not an address', URL_RULE))
  .nullable()
  .default(null);

/** The settings of alerts: how often rules are evaluated, and where alerts are sent. */
export const alerts = z.strictObject(
  {
    enabled: flag.default(true),
    interval: duration(1_000, '1 s').prefault(60_000),
    retention: duration(1_000, '1 s').prefault(90 * DAY_MS),
    queue: queueField.default('alerts'),
    timeout: duration(1, '1 ms').prefault(10_000),
    webhookUrl: address,
    webhookSecret: text(LONGEST_SECRET).nullable().default(null),
    slackUrl: address,
    emailTo: z
      .array(
        text(LONGEST_ADDRESS).regex(/^[^\s@]+@[^\s@]+$/, schemaError('is not an address', MAIL_RULE)),
        schemaError('is not a list of addresses', MAIL_RULE),
      )
      .max(MOST_ADDRESSES, schemaError('has too many addresses', `at most ${MOST_ADDRESSES}`))
      .default([]),
    pingUrl: address,
  },
  schemaError('is not an object', '{ enabled, interval, webhookUrl, webhookSecret, slackUrl, emailTo, … }'),
);

export type ReadAlerts = z.output<typeof alerts>;

export interface AlertsConfig {
  /** False: no rule is evaluated by this node. */
  readonly enabled: boolean;
  /** How often rules are evaluated. */
  readonly intervalMs: number;
  /** How long alerts that are over, and silences, are kept. */
  readonly retentionMs: number;
  /** The queue of what is sent. */
  readonly queue: string;
  /** How long one attempt to send something may take. */
  readonly timeoutMs: number;
  /** Null: nothing is sent by a webhook. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  /** An incoming webhook of Slack. Null: nothing is sent there. */
  readonly slack: { readonly url: string } | null;
  /** Who gets mails. Empty: nobody. */
  readonly email: readonly string[];
  /** Called after each evaluation. Null: nothing is. */
  readonly pingUrl: string | null;
}

export function alertsConfig(read: ReadAlerts): AlertsConfig {
  const { enabled, queue, webhookUrl, webhookSecret, slackUrl, emailTo, pingUrl } = read;
  return {
    enabled,
    intervalMs: read.interval,
    retentionMs: read.retention,
    queue,
    timeoutMs: read.timeout,
    webhook:
      webhookUrl === null || webhookSecret === null ? null : { url: webhookUrl, secret: webhookSecret },
    slack: slackUrl === null ? null : { url: slackUrl },
    email: emailTo,
    pingUrl,
  };
}

/** A webhook is signed: without a secret anybody could send what looks like it. */
export function contradictionsOfAlerts({ webhookUrl, webhookSecret }: ReadAlerts) {
  if ((webhookUrl === null) === (webhookSecret === null)) return [];
  return webhookUrl === null
    ? [{ path: ['alerts', 'webhookSecret'], message: 'is given without alerts.webhookUrl' }]
    : [
        {
          path: ['alerts', 'webhookUrl'],
          message: 'needs alerts.webhookSecret, by which receivers check it',
        },
      ];
}

/** Whether anything is sent, so that a queue is needed for it. */
export function sendsAlerts({ webhookUrl, slackUrl, emailTo }: ReadAlerts): boolean {
  return webhookUrl !== null || slackUrl !== null || emailTo.length > 0;
}
