import type { Execution, ExecutionPolicy } from '@scheduler/contracts';
import { SharedJson } from './shared-json.js';
import { parseJson } from './values.js';

/** The part of an execution that no statement looks at, and that executions of one kind mostly have in common. */
export type ExecutionDetails = Pick<
  Execution,
  | 'jobName'
  | 'targetId'
  | 'tags'
  | 'metadata'
  | 'policy'
  | 'exclusive'
  | 'origin'
  | 'lateness'
  | 'skipped'
  | 'originalExecutionId'
>;

const policyTexts = new WeakMap<ExecutionPolicy, string>();

function policyText(policy: ExecutionPolicy): string {
  const known = policyTexts.get(policy);
  if (known !== undefined) return known;
  const { timeoutMs, maxRetries, backoff, onExhausted } = policy;
  const text = JSON.stringify({ timeoutMs, maxRetries, backoff, onExhausted });
  if (Object.isFrozen(policy)) policyTexts.set(policy, text);
  return text;
}

export function detailsToJson(execution: Execution): string {
  const { skipped } = execution;
  const rest = JSON.stringify({
    jobName: execution.jobName,
    targetId: execution.targetId,
    tags: execution.tags,
    metadata: execution.metadata,
    exclusive: execution.exclusive,
    origin: execution.origin,
    lateness: execution.lateness,
    skipped:
      skipped === null
        ? null
        : { count: skipped.count, from: skipped.from.getTime(), to: skipped.to.getTime() },
    originalExecutionId: execution.originalExecutionId,
  });
  return `{"policy":${policyText(execution.policy)},${rest.slice(1)}`;
}

export const detailsOf = new SharedJson((text): ExecutionDetails => {
  const details = parseJson(text) as unknown as ExecutionDetails;
  const { skipped, policy } = details;
  if (typeof policy?.timeoutMs !== 'number') throw new SyntaxError('an execution without policy');
  if (skipped === null) return details;
  return { ...details, skipped: { ...skipped, from: new Date(skipped.from), to: new Date(skipped.to) } };
});
