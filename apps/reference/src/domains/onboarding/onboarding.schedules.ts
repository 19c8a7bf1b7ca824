import { type ScheduleDefinition, type Trigger, trigger } from '@scheduler/contracts';
import { DRIP_MAILS } from './drip-mails.js';
import { startOfNextDay } from './local-day.js';
import { SEND_DRIP_MAIL, type SendDripMailPayload } from './send-drip-mail.handler.js';
import type { User } from './users.js';

/** When the mails of one user go out. */
export interface DripPace {
  readonly trigger: Trigger;
  /** Undefined: at once. */
  readonly startAt?: Date;
}

export type DripPacing = (user: User) => DripPace;

/** At 10:00 on the user's own clock, from the day after the sign-up on. */
export const dailyDrip: DripPacing = ({ zone, signedUpAt }) => ({
  trigger: trigger.daily({ at: '10:00', zone }),
  startAt: startOfNextDay(new Date(signedUpAt), zone),
});

/** A week in a quarter of a minute, for somebody who watches. */
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
