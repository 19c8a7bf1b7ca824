import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import type { Outbox } from '../shared/outbox.js';
import { payload } from '../shared/payload.js';
import { DRIP_MAILS, type DripMail } from './drip-mails.js';
import { EMAIL, NAME } from './users.js';

export const SEND_DRIP_MAIL = jobType('send_drip_mail');

export interface SendDripMailPayload {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** The number of the mail, from 1. */
  readonly mail: number;
}

export class SendDripMailHandler implements JobHandler {
  readonly types = [SEND_DRIP_MAIL];

  constructor(private readonly outbox: Pick<Outbox, 'deliver'>) {}

  supports(type: string): boolean {
    return type === SEND_DRIP_MAIL;
  }

  validate(value: unknown): void {
    readSendDripMail(value);
  }

  async handle(job: HandledJob, context: JobContext): Promise<JobResult> {
    const { idempotencyKey, scheduledAt } = context;
    const to = readSendDripMail(job.payload);
    const mail = DRIP_MAILS[to.mail - 1];
    if (mail === undefined) return JobResult.discarded(`there is no mail ${to.mail}`);
    // The key is the same in every attempt, so that a retry after a lost outcome does not send the mail twice.
    const { file, first } = await this.outbox.deliver({
      key: idempotencyKey,
      text: mailText(to, mail, scheduledAt),
      at: scheduledAt,
    });
    context.log.info(first ? 'mail sent' : 'mail had been sent before', { mail: to.mail, file });
    return JobResult.success({ mail: to.mail, of: DRIP_MAILS.length, subject: mail.subject, file });
  }
}

function mailText(to: SendDripMailPayload, mail: DripMail, date: Date): string {
  return [
    'From: Back Office <hello@backoffice.example>',
    `To: ${to.name} <${to.email}>`,
    `Date: ${date.toUTCString()}`,
    `Subject: ${mail.subject}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Hello ${to.name},`,
    '',
    mail.body,
    '',
  ].join('\r\n');
}

function readSendDripMail(value: unknown): SendDripMailPayload {
  const fields = payload.object(value);
  return {
    userId: payload.text(fields, 'userId'),
    name: payload.matching(fields, 'name', NAME),
    email: payload.matching(fields, 'email', EMAIL),
    mail: payload.wholeNumber(fields, 'mail', { min: 1, max: DRIP_MAILS.length }),
  };
}
