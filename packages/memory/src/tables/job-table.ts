import type { ScheduledJob } from '@scheduler/contracts';
import { IndexedHeap } from '../ordered/indexed-heap.js';
import { isEarlier, removeItem } from '../ordered/ordered-item.js';
import { JobRecord } from './job-record.js';
import { NameIndex } from './name-index.js';

/** All jobs with their indexes. Every change goes through `insert`, `replace` and `remove`, which keep the indexes consistent. */
export class JobTable {
  readonly records = new Map<string, JobRecord>();
  readonly names = new NameIndex();
  /** Jobs that may execute, by their next run. */
  readonly due = new IndexedHeap<JobRecord>(isEarlier);

  insert(job: ScheduledJob): void {
    const record = new JobRecord(job);
    this.records.set(job.id, record);
    this.names.add(record);
    this.putDue(record);
  }

  replace(record: JobRecord, job: ScheduledJob): void {
    const before = record.job;
    record.job = job;
    if (isIndexedDifferently(before, job)) {
      this.names.remove(record, before);
      this.names.add(record);
    }
    removeItem(record);
    this.putDue(record);
  }

  remove(record: JobRecord): void {
    removeItem(record);
    this.names.remove(record, record.job);
    this.records.delete(record.id);
  }

  private putDue(record: JobRecord): void {
    const { job } = record;
    if (job.nextRunAt === null || !job.canExecute()) return;
    record.sortMs = job.nextRunAt.getTime();
    this.due.push(record);
  }
}

function isIndexedDifferently(before: ScheduledJob, after: ScheduledJob): boolean {
  return before.name !== after.name || before.tenant !== after.tenant || before.isFinal() !== after.isFinal();
}
