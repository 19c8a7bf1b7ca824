import { type JobObserver, JobResult } from '@scheduler/contracts';
import { rescueExecution } from '@scheduler/contracts/adapter';
import { engineOn } from '../../test-support/engine.js';
import { settle } from '../../test-support/manual-clock.js';
import { RecordingLogger } from '../../test-support/recording-logger.js';
import {
  claimedExecution,
  minute,
  sampleExecution,
  samplePolicies,
  startedExecution,
} from '../../test-support/samples.js';
import { Observers } from './observers.js';

/** An observer that keeps what it is told. */
function recorder() {
  const told: [string, object][] = [];
  const keep = (name: string) => (given: object) => {
    told.push([name, given]);
  };
  const observer: JobObserver = {
    beforeJob: keep('beforeJob'),
    afterJob: keep('afterJob'),
    onEnqueue: keep('onEnqueue'),
    onRetry: keep('onRetry'),
    onDead: keep('onDead'),
  };
  return { told, observer, names: () => told.map(([name]) => name) };
}

const failing = () => {
  throw new Error('boom');
};

describe('Observers (F173)', () => {
  it('tells the beginning and the end of an attempt', async () => {
    const { told, observer } = recorder();
    const { execute } = engineOn({ handler: { handle: () => undefined }, observers: [observer] });
    await execute(claimedExecution());
    expect(told).toMatchObject([
      ['beforeJob', { execution: { status: 'running' } }],
      ['afterJob', { execution: { status: 'success' }, error: null, durationMs: 0 }],
    ]);
  });

  it('tells a retry with its attempt and its error', async () => {
    const { told, observer } = recorder();
    const { execute } = engineOn({ handler: { handle: failing }, observers: [observer] });
    await execute(claimedExecution());
    expect(told.slice(1)).toMatchObject([
      ['afterJob', { error: { message: 'boom' } }],
      ['onRetry', { attempt: 1, error: { message: 'boom' } }],
    ]);
  });

  it('tells a dead letter (F149)', async () => {
    const { told, observer } = recorder();
    const handle = () => JobResult.failure({ error: new Error('gone'), retry: false });
    const { execute } = engineOn({ handler: { handle }, observers: [observer] });
    await execute(claimedExecution());
    expect(told.at(-1)).toMatchObject(['onDead', { error: { message: 'gone' } }]);
  });

  it('tells nothing of what was put back without being started', async () => {
    const { names, observer } = recorder();
    const { engine } = engineOn({ observers: [observer] });
    await engine.defer(claimedExecution(), { delayMs: 1, reason: 'rate_limited', message: null });
    await engine.giveBack([claimedExecution()]);
    expect(names()).toEqual([]);
  });

  it('tells what is new in its queue once, and not what comes back', () => {
    const { names, observer } = recorder();
    const observers = new Observers([observer], new RecordingLogger());
    observers.notify('scheduler:job.dispatch', [sampleExecution(), claimedExecution()]);
    expect(names()).toEqual(['onEnqueue']);
  });

  it('tells what became of rescued executions, but no end of an attempt that ran elsewhere', () => {
    const { names, observer } = recorder();
    const observers = new Observers([observer], new RecordingLogger());
    const last = startedExecution({ policy: { ...samplePolicies, maxRetries: 0 } });
    const [again, dead] = [startedExecution(), last].map((lost) => rescueExecution(lost, 'dead', minute(1)));
    observers.notify('scheduler:execution.rescued', [again!, dead!]);
    observers.notifySettled(dead!);
    expect(names()).toEqual(['onRetry', 'onDead']);
  });

  it('is not disturbed by one that throws or rejects', async () => {
    const { names, observer } = recorder();
    const { execute, settled, logger } = engineOn({
      handler: { handle: () => undefined },
      observers: [{ beforeJob: failing, afterJob: () => Promise.reject(new Error('late')) }, observer],
    });
    await execute(claimedExecution());
    await settle();
    expect(names()).toEqual(['beforeJob', 'afterJob']);
    expect(settled[0]?.outcome.kind).toBe('succeeded');
    expect(logger.messages).toEqual(['warn: an observer failed', 'warn: an observer failed']);
  });

  it('keeps the object that an observer is', async () => {
    class Counter implements JobObserver {
      count = 0;
      beforeJob(): void {
        this.count += 1;
      }
    }
    const counter = new Counter();
    const { execute } = engineOn({ handler: { handle: () => undefined }, observers: [counter] });
    await execute(claimedExecution());
    expect(counter.count).toBe(1);
  });

  it('is nothing where nobody observes', () => {
    expect(Observers.of([], new RecordingLogger())).toBeNull();
  });
});
