import type { Execution } from '../../executions/execution.js';
import { ScheduledJob } from '../../jobs/scheduled-job.js';
import type { ScheduledJobProps } from '../../jobs/scheduled-job-props.js';
import type { EventRecord } from '../../event-log/logged-event.js';
import type { QueueSettings } from '../../ports/queue-repository.js';
import type { JsonObject } from '../../values/json.js';
import type { WorkflowGraph } from '../../workflows/workflow-graph.js';
import type { WorkflowRun } from '../../workflows/workflow-run.js';
import { applyToExecution } from './apply-execution.js';
import { withInstants } from './event-json.js';
import { executionFromData } from './execution-data.js';
import { jobProps } from './job-data.js';

/**
 * The rows that a log explains: fed with its events in their order, it holds what the tables hold. Events about what the log does not know from
 * its beginning, because it was switched on or pruned later, change nothing.
 *
 * @example
 * const fold = new EventFold();
 * for (const event of events) fold.apply(event);
 * fold.jobs.get(jobId)?.status;
 */
export class EventFold {
  readonly jobs = new Map<string, ScheduledJob>();
  readonly executions = new Map<string, Execution>();
  readonly queues = new Map<string, QueueSettings>();
  readonly runs = new Map<string, WorkflowRun>();
  readonly graphs = new Map<string, WorkflowGraph>();
  private readonly executionsOfJobs = new Map<string, Set<string>>();

  apply(event: EventRecord): void {
    switch (event.entity) {
      case 'job':
        return this.applyToJob(event);
      case 'execution':
        return this.applyToExecution(event);
      case 'queue':
        return this.applyToQueue(event);
      case 'workflow':
        return this.applyToRun(event);
    }
  }

  private applyToJob({ name, entityId: id, data }: EventRecord): void {
    const job = this.jobs.get(id);
    if (name === 'JobScheduled') {
      this.jobs.set(id, new ScheduledJob(jobProps(data) as ScheduledJobProps));
    } else if (name === 'JobDeleted') {
      this.jobs.delete(id);
      for (const execution of this.executionsOfJobs.get(id) ?? []) this.executions.delete(execution);
      this.executionsOfJobs.delete(id);
    } else if (job !== undefined) {
      this.jobs.set(id, job.with(jobProps(data)));
    }
  }

  private applyToExecution(event: EventRecord): void {
    const { name, entityId: id, data } = event;
    if (name === 'ExecutionsDeleted') {
      for (const deleted of data['ids'] as readonly string[]) this.deleteExecution(deleted);
    } else if (ADDING.has(name)) {
      this.addExecution(executionFromData(id, data));
    } else {
      const execution = this.executions.get(id);
      if (execution !== undefined) this.executions.set(id, applyToExecution(execution, event));
    }
  }

  private addExecution(execution: Execution): void {
    const { id, jobId } = execution;
    this.executions.set(id, execution);
    if (jobId === null) return;
    const known = this.executionsOfJobs.get(jobId);
    if (known === undefined) this.executionsOfJobs.set(jobId, new Set([id]));
    else known.add(id);
  }

  private deleteExecution(id: string): void {
    const jobId = this.executions.get(id)?.jobId ?? null;
    this.executions.delete(id);
    if (jobId !== null) this.executionsOfJobs.get(jobId)?.delete(id);
  }

  private applyToQueue({ entityId: queue, data }: EventRecord): void {
    this.queues.set(queue, { queue, ...(data as unknown as Omit<QueueSettings, 'queue'>) });
  }

  private applyToRun({ name, entityId: id, data }: EventRecord): void {
    if (name === 'WorkflowGraphStored') {
      this.graphs.set(id, data['graph'] as unknown as WorkflowGraph);
    } else if (name === 'WorkflowStarted') {
      this.runs.set(id, runFields(data) as WorkflowRun);
    } else if (name === 'WorkflowsDeleted') {
      for (const deleted of data['ids'] as readonly string[]) this.runs.delete(deleted);
    } else {
      const run = this.runs.get(id);
      const { steps } = data;
      if (run === undefined) return;
      const changed =
        steps === undefined ? run.steps : { ...run.steps, ...(steps as unknown as WorkflowRun['steps']) };
      this.runs.set(id, { ...run, ...runFields(data), steps: changed });
    }
  }
}

const ADDING: ReadonlySet<string> = new Set(['ExecutionFired', 'ExecutionEnqueued', 'ExecutionSkipped']);

function runFields(data: JsonObject): Partial<WorkflowRun> {
  return withInstants(data, ['deadlineAt', 'createdAt', 'endedAt']);
}
