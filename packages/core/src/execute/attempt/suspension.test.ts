import { Suspension } from './suspension.js';

describe('Suspension', () => {
  it('lets a handler pass that nobody asks to make room', async () => {
    const suspension = new Suspension();
    await suspension.checkpoint();
    expect([suspension.isAsked, suspension.isSuspended]).toEqual([false, false]);
  });

  it('stands still at the next point when asked to, and goes on when told to', async () => {
    const suspension = new Suspension();
    const events: string[] = [];
    suspension.ask(() => events.push('made room'));
    expect(suspension.isAsked).toBe(true);
    const passed = suspension.checkpoint().then(() => events.push('went on'));
    expect([suspension.isAsked, suspension.isSuspended, events]).toEqual([false, true, ['made room']]);
    suspension.resume();
    await passed;
    expect([suspension.isSuspended, events]).toEqual([false, ['made room', 'went on']]);
  });

  it('passes again once nobody needs the room', async () => {
    const suspension = new Suspension();
    suspension.ask(() => {
      throw new Error('asked');
    });
    suspension.withdraw();
    await suspension.checkpoint();
    suspension.resume();
  });

  it('tells a handler that stands still why it is not to go on', async () => {
    const suspension = new Suspension();
    suspension.ask(() => undefined);
    const passed = suspension.checkpoint();
    suspension.end(new Error('timed out'));
    await expect(passed).rejects.toThrow('timed out');
    expect(suspension.isSuspended).toBe(false);
  });
});
