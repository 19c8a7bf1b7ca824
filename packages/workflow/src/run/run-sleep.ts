import { type DurationInput, JobResult, toMilliseconds, WorkflowInvalid } from '@scheduler/contracts';
import { date, duration, either } from '@scheduler/contracts/adapter';
import type { StepContext } from '../declare/step-context.js';
import { call, needed } from './call-step.js';
import type { StepRun } from './step-run.js';

/**
 * Sleeps until what its function says. The instant is kept in the checkpoint, so that the function is asked once, and the execution waits
 * in the store and takes no slot meanwhile.
 */
export async function runSleep(stepRun: StepRun, context: StepContext): Promise<JobResult> {
  const { runtime, attempt } = stepRun;
  const until = keptInstant(attempt.lastCheckpoint) ?? (await askedInstant(stepRun, context));
  const left = until.getTime() - runtime.services.storeTime.now();
  if (left <= 0) return JobResult.success({ until: until.toISOString() });
  await attempt.checkpoint({ until: until.toISOString() });
  return JobResult.snoozed(left, `sleeps until ${until.toISOString()}`);
}

function keptInstant(checkpoint: unknown): Date | null {
  const { until } = (checkpoint ?? {}) as { readonly until?: unknown };
  return typeof until === 'string' ? new Date(until) : null;
}

async function askedInstant(stepRun: StepRun, context: StepContext): Promise<Date> {
  const { step, run, code, runtime } = stepRun;
  const answer = await call(needed(stepRun, code.until, 'function'), context);
  const field = `what step ${step.name} of workflow ${run.name} sleeps until`;
  const issues = either(duration(), date)(answer, field);
  if (issues.length > 0) throw new WorkflowInvalid(issues);
  if (answer instanceof Date) return answer;
  return new Date(runtime.services.storeTime.now() + toMilliseconds(answer as DurationInput));
}
