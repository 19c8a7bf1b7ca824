import { ManualClock, settle } from '../test-support/manual-clock.js';
import { sleep } from './sleep.js';

describe('sleep', () => {
  it('lasts as long as the clock says', async () => {
    const clock = new ManualClock();
    let awake = false;
    void sleep(clock, 1_000).then(() => (awake = true));
    await clock.advance(999);
    expect(awake).toBe(false);
    await clock.advance(1);
    await settle();
    expect(awake).toBe(true);
  });
});
