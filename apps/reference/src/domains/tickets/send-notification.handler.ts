import { type HandledJob, type JobContext, type JobHandler, JobResult, jobType } from '@scheduler/contracts';
import type { Outbox } from '../shared/outbox.js';
import { payload } from '../shared/payload.js';

export const SEND_NOTIFICATION = jobType('send_notification');

const CHANNELS = { accepted: ['email', 'chat'], default: 'email' } as const;

/** Sends a notification, by mail unless the payload names another channel. */
export class SendNotificationHandler implements JobHandler {
  readonly types = [SEND_NOTIFICATION];

  constructor(private readonly messages: Pick<Outbox, 'deliver'>) {}

  supports(type: string): boolean {
    return type === SEND_NOTIFICATION;
  }

  validate(value: unknown): void {
    readNotification(value);
  }

  async handle(job: HandledJob, { idempotencyKey, startedAt }: JobContext): Promise<JobResult> {
    const { to, subject, channel } = readNotification(job.payload);
    const { file } = await this.messages.deliver({
      key: `notification-${idempotencyKey}`,
      text: `channel: ${channel}\nto: ${to}\nsubject: ${subject}\n`,
      at: startedAt,
    });
    return JobResult.success({ channel, to, file });
  }
}

function readNotification(value: unknown) {
  const fields = payload.object(value);
  return {
    to: payload.text(fields, 'to'),
    subject: payload.text(fields, 'subject'),
    channel: payload.oneOf(fields, 'channel', CHANNELS),
  };
}
