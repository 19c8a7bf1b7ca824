import { defineWorkflow, type StepHandle } from '@scheduler/workflow';
import { inputSchema } from '../shared/input-schema.js';
import { payload } from '../shared/payload.js';
import { DRIP_MAILS } from './drip-mails.js';
import type { MailPacing } from './mail-pacing.js';
import { SEND_DRIP_MAIL } from './send-drip-mail.handler.js';
import { EMAIL, NAME } from './users.js';

export const ONBOARD_USER = 'onboard_user';

/** A user who has signed up: the data of the event, and the input of the workflow. */
export interface RegisteredUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly zone: string;
}

/** The first week of a user: seven mails, each after a sleep that takes no slot and outlives restarts and deployments. */
export function onboardUser(nextMailAt: MailPacing) {
  const options = {
    input: inputSchema(readRegisteredUser),
    attributes: ({ userId }: RegisteredUser) => ({ user: userId }),
  };
  return defineWorkflow(ONBOARD_USER, options, (w) => {
    let last: StepHandle<unknown> | null = null;
    for (const index of DRIP_MAILS.keys()) {
      const mail = index + 1;
      const slept: StepHandle<unknown> = w.sleep(
        `before_mail_${mail}`,
        ({ input, now }) => nextMailAt(input, now()),
        last === null ? {} : { after: last },
      );
      last = w.job(
        `mail_${mail}`,
        SEND_DRIP_MAIL,
        ({ input: { userId, name, email } }) => ({ userId, name, email, mail }),
        // One mail that cannot be sent is no reason to keep back the others.
        { after: slept, onError: 'continue' },
      );
    }
  });
}

function readRegisteredUser(value: unknown): RegisteredUser {
  const fields = payload.object(value);
  return {
    userId: payload.text(fields, 'userId'),
    name: payload.matching(fields, 'name', NAME),
    email: payload.matching(fields, 'email', EMAIL),
    zone: payload.text(fields, 'zone'),
  };
}
