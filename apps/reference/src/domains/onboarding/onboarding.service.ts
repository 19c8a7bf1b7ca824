import type { Clock, IdGenerator, Scheduler } from '@scheduler/contracts';
import type { Collection } from '../shared/app-store.js';
import { dailyMails } from './mail-pacing.js';
import { USER_REGISTERED } from './onboarding.events.js';
import type { User } from './users.js';

export interface SignUp {
  readonly name: string;
  readonly email: string;
  /** Default `America/New_York`. */
  readonly zone?: string;
}

export interface OnboardingServiceParts {
  readonly users: Collection<User>;
  readonly scheduler: Pick<Scheduler, 'triggerEvent'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: IdGenerator;
}

export class OnboardingService {
  constructor(private readonly parts: OnboardingServiceParts) {}

  /** Signs up a user, whose event starts the mails. If the event cannot be triggered, the user is not stored either. */
  async signUp({ name, email, zone = 'America/New_York' }: SignUp): Promise<User> {
    const { users, scheduler, clock, ids } = this.parts;
    const now = clock.now();
    // Refuses an unknown zone here, where somebody can correct it, and not in the first step of the workflow.
    dailyMails({ zone }, now);
    const user: User = { id: ids.next(), name, email, zone, signedUpAt: now.toISOString() };
    await users.insert(user);
    try {
      // With the id of the user as the id of the event, the workflow starts once, however often the event is triggered.
      await scheduler.triggerEvent(USER_REGISTERED, { userId: user.id, name, email, zone }, { id: user.id });
    } catch (error) {
      await users.removeWhere(({ id }) => id === user.id);
      throw error;
    }
    return user;
  }
}
