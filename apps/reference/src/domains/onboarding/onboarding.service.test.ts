import { NOON } from '../../test-support/fake-context.js';
import { clockAt, countingIds } from '../../test-support/fake-ports.js';
import { FakeScheduler } from '../../test-support/fake-scheduler.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore } from '../shared/app-store.js';
import { OnboardingService } from './onboarding.service.js';
import { users } from './users.js';

describe('OnboardingService', () => {
  const newFolder = temporaryFolders();
  const ada = { name: 'Ada', email: 'ada@example.com' };

  function setUp() {
    const rows = users(new AppStore(newFolder(), clockAt()));
    const scheduler = new FakeScheduler();
    const ids = countingIds('u');
    return {
      rows,
      scheduler,
      service: new OnboardingService({ users: rows, scheduler, clock: clockAt(), ids }),
    };
  }

  it('stores the user and triggers the event that starts the mails (F49)', async () => {
    const { rows, scheduler, service } = setUp();
    const user = await service.signUp({ ...ada, zone: 'Europe/Berlin' });
    expect(await rows.all()).toEqual([user]);
    expect(user.signedUpAt).toBe(NOON.toISOString());
    expect(scheduler.triggered).toEqual([
      {
        name: 'user:registered',
        id: 'u-1',
        data: { userId: 'u-1', name: 'Ada', email: 'ada@example.com', zone: 'Europe/Berlin' },
      },
    ]);
  });

  it('uses the zone of New York by default', async () => {
    const { scheduler, service } = setUp();
    await service.signUp(ada);
    expect(scheduler.triggered).toMatchObject([{ data: { zone: 'America/New_York' } }]);
  });

  it('does not store a user whose mails cannot be started', async () => {
    const { rows, scheduler, service } = setUp();
    await expect(service.signUp({ ...ada, zone: 'Mars/Olympus' })).rejects.toThrow(/is not a time zone/);
    scheduler.refuseEventsWith(new Error('no'));
    await expect(service.signUp(ada)).rejects.toThrow('no');
    expect(await rows.all()).toEqual([]);
  });
});
