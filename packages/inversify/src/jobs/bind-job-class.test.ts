import 'reflect-metadata';
import { HandlerAlreadyRegistered, JobResult, trigger } from '@scheduler/contracts';
import { ContainerModule } from 'inversify';
import { bindJobs } from '../container/bind-jobs.js';
import { application } from '../test-support/application.js';
import { jobClasses } from './bind-job-class.js';
import { bindScheduled } from './bind-scheduled.js';
import { jobHandler, scheduled } from '@scheduler/core';

describe('modules', () => {
  it('keep the binding of a class that is bound already', () => {
    class Bound {
      @scheduled({ every: '1m' })
      work(): void {}
    }
    const mine = new Bound();
    const { container } = application(
      new ContainerModule(({ bind }) => void bind(Bound).toConstantValue(mine)),
      jobClasses(Bound),
    );
    expect(container.get(Bound)).toBe(mine);
  });

  it('refuse a class without decorators, and two handlers of one type', () => {
    class Plain {}
    expect(() => application(jobClasses(Plain))).toThrow(/Plain: has none of the decorators/);
    @jobHandler('same')
    class One {
      handle(): void {}
    }
    @jobHandler('same')
    class Two {
      handle(): void {}
    }
    expect(() => application(jobClasses(One, Two)).node()).toThrow(HandlerAlreadyRegistered);
  });

  it('declare jobs and plain functions (F1)', async () => {
    const calls: string[] = [];
    const ping = () => {
      calls.push('ping');
      return 42;
    };
    const { node, runUntil } = application(
      new ContainerModule(({ bind }) => {
        bindScheduled(bind, 'ping', { every: '1m' }, ping);
        bindScheduled(bind, 'answer', { every: '1h' }, () => JobResult.cancelled('not today'));
        bindJobs(bind, { type: 'ping', name: 'once-more', trigger: trigger.every('1m') });
      }),
    );
    await node().declared.reconcile();
    expect(await runUntil('00:01:00')).toMatchObject([{ output: 42 }, { output: 42 }]);
    expect(ping()).toBe(42);
    await node().scheduler.enqueue({ type: 'answer' });
    expect(await runUntil('00:01:01')).toMatchObject([{ status: 'cancelled' }]);
    expect(calls).toHaveLength(3);
  });
});
