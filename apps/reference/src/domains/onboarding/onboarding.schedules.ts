import { type ScheduleDefinition, type Trigger, trigger } from '@scheduler/contracts';
import { DRIP_MAILS } from './drip-mails.js';
import { startOfNextDay } from './local-day.js';
import { SEND_DRIP_MAIL, type SendDripMailPayload } from './send-drip-mail.handler.js';
import type { User } from './users.js';

/** The times at which the mails of one user are sent. */
export interface DripPace {
  readonly trigger: Trigger;
  /** Undefined: immediately. */
  readonly startAt?: Date;
}

export type DripPacing = (user: User) => DripPace;

/** At 10:00 in the zone of the user, starting the day after the sign-up. */
export const dailyDrip: DripPacing = ({ zone, signedUpAt }) => ({
  trigger: trigger.daily({ at: '10:00', zone }),
  startAt: startOfNextDay(new Date(signedUpAt), zone),
});

/** All mails of a week within a quarter of a minute, for a demo. */
export const demoDrip: DripPacing = () => ({ trigger: trigger.every('2s') });

export function dripName(userId: string): string {
  return `onboarding-drip-${userId}`;
}

export function dripSchedule(user: User, pacing: DripPacing): ScheduleDefinition<SendDripMailPayload> {
  return {
    type: SEND_DRIP_MAIL,
    name: dripName(user.id),
    description: `The first week's mails to ${user.email}`,
    targetId: user.id,
    ...pacing(user),
    maxExecutions: DRIP_MAILS.length,
    payload: { userId: user.id, name: user.name, email: user.email },
    tags: ['onboarding', 'drip'],
  };
}
