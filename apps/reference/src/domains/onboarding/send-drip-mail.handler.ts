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
    const { occurrence, idempotencyKey, scheduledAt } = context;
    if (occurrence === null)
      return JobResult.discarded('run by hand: only the number of an occurrence says which mail to send');
    const mail = DRIP_MAILS[occurrence - 1];
    if (mail === undefined) return JobResult.discarded(`there is no mail ${occurrence}`);
    // The key is the same in every attempt, so that a retry after a lost outcome does not send the mail twice.
    const { file, first } = await this.outbox.deliver({
      key: idempotencyKey,
      text: mailText(readSendDripMail(job.payload), mail, scheduledAt),
      at: scheduledAt,
    });
    context.log.info(first ? 'mail sent' : 'mail had been sent before', { mail: occurrence, file });
    return JobResult.success({ mail: occurrence, of: DRIP_MAILS.length, subject: mail.subject, file });
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
  };
}
