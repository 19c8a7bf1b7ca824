import 'reflect-metadata';
import { fetched, type HandledJob, type ItemOptions, type JobContext, JobResult } from '@scheduler/contracts';
import { application, declared } from '../test-support/application.js';
import { jobClasses } from './bind-job-class.js';
import { type BatchWorker, type DecoratedScheduleOptions, job, type JobWorker } from '@scheduler/core';

describe('@job', () => {
  it('stores a plain value as the output of a worker', async () => {
    @job('count_rows')
    class CountRows implements JobWorker {
      perform(): { rows: number } {
        return { rows: 3 };
      }
    }
    const { node, runUntil } = application(jobClasses(CountRows));
    await node().scheduler.enqueue({ type: 'count_rows' });
    expect(await runUntil('00:00:01')).toMatchObject([{ status: 'success', output: { rows: 3 } }]);
  });

  it('makes a class a worker with its schedule, backoff and callbacks (F4, F5)', async () => {
    const calls: string[] = [];
    @job('send_invoices')
    class SendInvoices implements JobWorker<{ month: number }> {
      schedule() {
        return {
          every: '10m',
          name: 'invoices',
          payload: { month: 1 },
          timeout: '1m',
          maxRetries: 1,
        } as const;
      }
      backoff(attempt: number): string {
        return `${attempt * 7}s`;
      }
      perform({ attempt }: JobContext, { payload }: HandledJob<{ month: number }>): JobResult {
        if (attempt === 1 || payload.month === 13) throw new Error('no paper');
        return JobResult.success(payload.month);
      }
      readonly onEnqueue = (): void => void calls.push('enqueued');
      onStart(): void {
        calls.push('start');
      }
      onSuccess(): void {
        calls.push('success');
      }
      onFailure({ error }: { error: { message: string } | null }): void {
        calls.push(`failure ${error?.message}`);
      }
      onRetry({ attempt }: { attempt: number }): void {
        calls.push(`retry after ${attempt}`);
      }
      onDead(): void {
        calls.push('dead');
      }
      onComplete(): void {
        calls.push('complete');
      }
    }
    @job('other')
    class Other implements JobWorker {
      perform(): void {}
    }
    const { node, runUntil } = application(jobClasses(SendInvoices, Other));
    await node().declared.reconcile();
    expect(await node().scheduler.get('invoices')).toMatchObject({ policies: { timeoutMs: 60_000 } });
    await node().scheduler.enqueue({ type: 'other' });
    await runUntil('00:10:00');
    const ran = await runUntil('00:10:07');
    expect(ran).toMatchObject([{ status: 'success', output: 1, attemptsUsed: 2 }]);
    const first = [
      'enqueued',
      'start',
      'failure no paper',
      'complete',
      'retry after 1',
      'start',
      'success',
      'complete',
    ];
    expect([...calls].sort()).toEqual(first.sort());
    calls.length = 0;
    await node().scheduler.enqueue({ type: 'send_invoices', payload: { month: 13 }, maxRetries: 0 });
    await runUntil('00:10:08');
    expect(calls).toContain('dead');
  });

  it('takes its type from its name, and several schedules', async () => {
    @job()
    class Report implements JobWorker {
      schedule(): readonly DecoratedScheduleOptions[] {
        return [
          { cron: '0 9 * * MON', name: 'weekly' },
          { cron: '0 9 1 * *', name: 'monthly' },
        ];
      }
      perform(): void {}
    }
    expect((await declared(Report)).map(({ name, type }) => [name, type])).toEqual([
      ['monthly', 'Report'],
      ['weekly', 'Report'],
    ]);
  });

  it('makes a class with items a batch worker (F174, F175)', async () => {
    @job('reindex')
    class Reindex implements BatchWorker<number, number> {
      readonly seen: number[] = [];
      schedule() {
        return { every: '1h' } as const;
      }
      batchOptions() {
        return { batchSize: 2, concurrency: 1, maxItems: 5 };
      }
      fetchItems(cursor: number | null, { limit }: { limit: number }) {
        const from = cursor ?? 0;
        return fetched.more(
          Array.from({ length: limit }, (_, index) => from + index + 1),
          from + limit,
        );
      }
      processItem(item: number, { attempt }: ItemOptions<unknown>): void {
        if (attempt === 1) this.seen.push(item);
      }
    }
    const { container, node, runUntil } = application(jobClasses(Reindex));
    await node().declared.reconcile();
    expect(await runUntil('01:00:00')).toMatchObject([{ output: { status: 'completed', processed: 5 } }]);
    expect(container.get(Reindex).seen).toEqual([1, 2, 3, 4, 5]);
  });
});
