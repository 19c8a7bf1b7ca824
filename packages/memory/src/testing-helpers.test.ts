import { defineHandler } from '@scheduler/contracts';
import { createSchedulerNode } from '@scheduler/core';
import { assertJobEnqueued, assertJobExecuted, drainQueue, SettableClock } from '@scheduler/testing';
import { createMemoryStore } from './memory-store.js';

describe('assertions about enqueued work', () => {
  function setUp() {
    const clock = new SettableClock('2030-01-01T00:00:00Z');
    const send = defineHandler({ type: 'send_mail', handle: () => undefined });
    const node = createSchedulerNode({
      store: createMemoryStore({ clock }),
      clock,
      handlers: [send],
      config: { queues: { default: 1, mails: 1 } },
    });
    return { node, clock };
  }

  it('find it by type, payload, queue and instant', async () => {
    const { node, clock } = setUp();
    const to = (name: string) => ({ to: `${name}@example.org` });
    await node.scheduler.enqueue({ type: 'send_mail', payload: to('ann'), queue: 'mails' });
    await node.scheduler.enqueue({ type: 'send_mail', payload: to('bob'), delay: '1h' });
    await assertJobEnqueued(node, 'send_mail', { times: 2 });
    await assertJobEnqueued(node, 'send_mail', { times: 1, payload: to('ann'), queue: 'mails' });
    await assertJobEnqueued(node, 'send_mail', { at: new Date(clock.now().getTime() + 3_600_000) });
    await assertJobEnqueued(node, 'send_letter', { times: 0 });
    await expect(assertJobEnqueued(node, 'send_mail', { payload: to('cy') })).rejects.toThrow(
      /enqueued at least once with the payload .*cy.*, but it was 0 times; enqueued was: .*ann.* in mails/,
    );
    await expect(assertJobEnqueued(node, 'send_letter')).rejects.toThrow('nothing of this type was enqueued');
    await node.stop();
  });

  it('tell what was executed by its type', async () => {
    const { node } = setUp();
    await assertJobExecuted(node, 'send_mail', { times: 0 });
    await node.scheduler.enqueue({ type: 'send_mail' });
    await expect(assertJobExecuted(node, 'send_mail')).rejects.toThrow('its executions: pending');
    await drainQueue(node);
    await assertJobExecuted(node, 'send_mail', { times: 1, status: 'success' });
    await expect(assertJobExecuted(node, 'nobody')).rejects.toThrow(
      'no job has the id or name "nobody", and no work of the type "nobody" was enqueued',
    );
    await node.stop();
  });
});
