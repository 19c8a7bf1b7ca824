/** A mail about an alert. */
export interface AlertMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/**
 * Sends the mails of alerts, by whatever the application has for mails. A mail whose sending fails is tried again, as work of a queue is.
 *
 * @example
 * const alertMailer: AlertMailer = { send: ({ to, subject, text }) => transport.sendMail({ to: [...to], subject, text }) };
 */
export interface AlertMailer {
  send(mail: AlertMail): Promise<unknown>;
}
