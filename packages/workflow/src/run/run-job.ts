import { isJobResult, type JobResult, jobType } from '@scheduler/contracts';
import type { StepContext } from '../declare/step-context.js';
import { answerOf, call, needed } from './call-step.js';
import type { StepRun } from './step-run.js';

/** Calls the handler of a job type, or dispatches to an agent, as a step. */
export async function runJob(stepRun: StepRun, context: StepContext): Promise<JobResult> {
  const { runtime, job, attempt, step, code } = stepRun;
  const isAgent = step.kind === 'agent';
  const target = needed(stepRun, isAgent ? code.agent : code.job, isAgent ? 'agent' : 'job type');
  const handler = runtime.services.handlers.resolveHandler(target, isAgent ? 'agent' : 'function');
  const payload = code.inputOf === undefined ? null : ((await call(code.inputOf, context)) ?? null);
  handler.validate?.(payload, { metadata: job.metadata });
  const type = isAgent ? job.type : jobType(target);
  const answer: unknown = await handler.handle({ ...job, type, payload }, attempt);
  return answerOf(stepRun, isJobResult(answer) ? answer : (answer ?? null));
}
