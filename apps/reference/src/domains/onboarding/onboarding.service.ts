import type { Clock, IdGenerator, Scheduler } from '@scheduler/contracts';
import type { Collection } from '../shared/app-store.js';
import { dailyDrip, type DripPacing, dripSchedule } from './onboarding.schedules.js';
import type { User } from './users.js';

export interface SignUp {
  readonly name: string;
  readonly email: string;
  /** Default `America/New_York`. */
  readonly zone?: string;
}

export interface OnboardingServiceParts {
  readonly users: Collection<User>;
  readonly scheduler: Pick<Scheduler, 'schedule'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdGenerator;
  /** Default: daily at 10:00 in the user's zone. */
  readonly pacing?: DripPacing;
}

export class OnboardingService {
  constructor(private readonly parts: OnboardingServiceParts) {}

  /** Signs up a user, who gets one mail a day for a week. If the job cannot be scheduled, the user is not stored either. */
  async signUp({ name, email, zone = 'America/New_York' }: SignUp): Promise<User> {
    const { users, scheduler, clock, ids, pacing = dailyDrip } = this.parts;
    const user: User = { id: ids.next(), name, email, zone, signedUpAt: clock.now().toISOString() };
    const drip = dripSchedule(user, pacing);
    await users.insert(user);
    try {
      await scheduler.schedule(drip);
    } catch (error) {
      await users.removeWhere(({ id }) => id === user.id);
      throw error;
    }
    return user;
  }
}
