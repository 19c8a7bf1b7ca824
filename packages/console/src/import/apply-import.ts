import { isSchedulerError, type JsonObject, type ScheduledJob, type Scheduler } from '@scheduler/contracts';
import { ConsoleError, RewordedError } from '../output/console-error.js';
import { IMPORT_MARK, type PlannedJob } from './plan-import.js';

export type ImportAction = 'create' | 'update' | 'unchanged';

export interface ImportStep {
  readonly planned: PlannedJob;
  readonly action: ImportAction;
  /** The job of an earlier import. Null: there is none. */
  readonly job: ScheduledJob | null;
}

/** Compares the plan with what is stored. Changes nothing, and refuses names that other jobs have. */
export async function stepsOfImport(
  scheduler: Scheduler,
  jobs: readonly PlannedJob[],
): Promise<readonly ImportStep[]> {
  const steps: ImportStep[] = [];
  const taken: string[] = [];
  for (const planned of jobs) {
    const job = await scheduler.find(planned.definition.name);
    const refusal = job === null ? null : whyNot(job, planned);
    if (refusal !== null) taken.push(`${planned.entry.place}: ${refusal}`);
    steps.push({ planned, job, action: actionFor(job, planned) });
  }
  if (taken.length === 0) return steps;
  throw new ConsoleError('IMPORT_INVALID', ['nothing was imported:', ...taken].join('\n'));
}

function whyNot(job: ScheduledJob, { definition }: PlannedJob): string | null {
  if (job.isFinal()) return null;
  if (fingerprintOf(job.metadata) === undefined)
    return `the job ${job.name} exists and was not imported; give this list another --prefix`;
  return job.type === definition.type
    ? null
    : `the job ${job.name} has the type ${job.type}, which cannot change; delete it with schedule:delete first`;
}

function actionFor(job: ScheduledJob | null, { definition }: PlannedJob): ImportAction {
  if (job === null) return 'create';
  if (fingerprintOf(job.metadata) === fingerprintOf(definition.metadata)) return 'unchanged';
  return job.isFinal() ? 'create' : 'update';
}

function fingerprintOf(metadata: JsonObject | undefined): unknown {
  return (metadata?.[IMPORT_MARK] as JsonObject | undefined)?.['fingerprint'];
}

/** Creates first, and deletes what it has created if one of them is refused, so that nothing is half imported. Then it updates. */
export async function applyImport(scheduler: Scheduler, steps: readonly ImportStep[]): Promise<void> {
  const created: ScheduledJob[] = [];
  try {
    for (const { planned, action } of steps)
      if (action === 'create')
        created.push(await withPlace(planned, () => scheduler.schedule(planned.definition)));
    for (const { planned, action, job } of steps)
      if (action === 'update' && job !== null)
        await withPlace(planned, () => updated(scheduler, job, planned));
  } catch (error) {
    for (const { id } of created) await scheduler.unschedule(id);
    throw error;
  }
}

/** An error of the scheduler names the line too. */
async function withPlace({ entry }: PlannedJob, write: () => Promise<ScheduledJob>): Promise<ScheduledJob> {
  try {
    return await write();
  } catch (error) {
    throw isSchedulerError(error) ? new RewordedError(error, `${entry.place}: ${error.message}`) : error;
  }
}

/** Whether it is paused is what operators decide after the first import. */
function updated(scheduler: Scheduler, job: ScheduledJob, { definition }: PlannedJob): Promise<ScheduledJob> {
  const { trigger, payload, description, metadata, queue, timeout, maxRetries, allowOverlap, missedRuns } =
    definition;
  const changes = { trigger, payload, description, queue, timeout, maxRetries, allowOverlap, missedRuns };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return scheduler.update(
    job.id,
    { ...given, metadata: { ...job.metadata, ...metadata } },
    { ifRevision: job.revision },
  );
}
