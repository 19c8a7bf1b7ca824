import type { DurationInput } from '@scheduler/contracts';
import { nextDayAt } from './local-day.js';
import type { User } from './users.js';

/** When a user gets the next mail: an instant, or a duration from now. */
export type MailPacing = (user: Pick<User, 'zone'>, now: Date) => Date | DurationInput;

const MAIL_HOUR = 10;

/** At 10:00 in the zone of the user, on the day after the sign-up or after the mail before. */
export const dailyMails: MailPacing = ({ zone }, now) => nextDayAt(MAIL_HOUR, now, zone);

/** All mails of a week within a quarter of a minute, for a demo. */
export const demoMails: MailPacing = () => '2s';
