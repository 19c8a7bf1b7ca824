import { trigger } from '@scheduler/contracts';
import { NOON } from '../../test-support/fake-context.js';
import { clockAt, countingIds } from '../../test-support/fake-ports.js';
import { FakeScheduler } from '../../test-support/fake-scheduler.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore } from '../shared/app-store.js';
import { demoDrip } from './onboarding.schedules.js';
import { OnboardingService, type OnboardingServiceParts } from './onboarding.service.js';
import { users } from './users.js';

describe('OnboardingService', () => {
  const newFolder = temporaryFolders();
  const ada = { name: 'Ada', email: 'ada@example.com' };

  function setUp(parts: Partial<OnboardingServiceParts> = {}) {
    const rows = users(new AppStore(newFolder(), clockAt()));
    const scheduler = new FakeScheduler();
    const ids = countingIds('u');
    return {
      rows,
      scheduler,
      service: new OnboardingService({ users: rows, scheduler, clock: clockAt(), ids, ...parts }),
    };
  }

  it('schedules seven mails at ten in the zone of the user, starting tomorrow (F49)', async () => {
    const { rows, scheduler, service } = setUp();
    const user = await service.signUp({ ...ada, zone: 'Europe/Berlin' });
    expect(await rows.all()).toEqual([user]);
    expect(user.signedUpAt).toBe(NOON.toISOString());
    expect(scheduler.definitions).toMatchObject([
      {
        type: 'send_drip_mail',
        name: 'onboarding-drip-u-1',
        targetId: 'u-1',
        trigger: trigger.daily({ at: '10:00', zone: 'Europe/Berlin' }),
        startAt: new Date('2027-03-10T23:00:00Z'),
        maxExecutions: 7,
        payload: { userId: 'u-1', name: 'Ada', email: 'ada@example.com' },
      },
    ]);
  });

  it('uses the zone of New York by default', async () => {
    const { scheduler, service } = setUp();
    await service.signUp(ada);
    expect(scheduler.definitions).toMatchObject([{ trigger: { zone: 'America/New_York' } }]);
  });

  it('has a faster pace for a demo', async () => {
    const { scheduler, service } = setUp({ pacing: demoDrip });
    await service.signUp(ada);
    expect(scheduler.definitions).toMatchObject([{ trigger: trigger.every('2s'), maxExecutions: 7 }]);
  });

  it('does not store a user whose mails cannot be scheduled', async () => {
    const { rows, scheduler, service } = setUp();
    await expect(service.signUp({ ...ada, zone: 'Mars/Olympus' })).rejects.toThrow(/is not a time zone/);
    scheduler.refuseWith(new Error('no'));
    await expect(service.signUp(ada)).rejects.toThrow('no');
    expect(await rows.all()).toEqual([]);
  });
});
