import type { JobQueue } from '@scheduler/contracts/adapter';
import { fakePort } from '../test-support/fake-port.js';
import { RecordingLogger } from '../test-support/recording-logger.js';
import { claimedExecution, minute, sampleExecution } from '../test-support/samples.js';
import { announce } from './announce.js';

function setUp(dispatch: JobQueue['dispatch'] = async () => undefined) {
  return { queue: fakePort<JobQueue>({ dispatch }), logger: new RecordingLogger() };
}

describe('announce', () => {
  it('tells the queues about what waits, and only that', async () => {
    const parts = setUp();
    await announce(parts, [sampleExecution({ id: 'a' }), claimedExecution({ id: 'b' })]);
    expect(parts.queue.of('dispatch')).toEqual([
      {
        notes: [{ executionId: 'a', queue: 'default', priority: 5, availableAt: minute(0), fence: 0 }],
        redelivery: false,
      },
    ]);
  });

  it('is silent where nothing waits', async () => {
    const parts = setUp();
    await announce(parts, [claimedExecution()]);
    expect(parts.queue.calls).toEqual([]);
  });

  it('does not fail where the queue does: the executions are committed', async () => {
    const parts = setUp(() => Promise.reject(new Error('redis is away')));
    await announce(parts, [sampleExecution()]);
    expect(parts.logger.messages).toEqual(['warn: dispatch failed; the next poll finds them']);
  });
});
