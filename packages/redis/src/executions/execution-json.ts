import type { Execution, SkippedRange } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';

/** The values of an execution that never change and that no script reads. */
export type Constants = Pick<
  Execution,
  | 'jobName'
  | 'targetId'
  | 'tags'
  | 'metadata'
  | 'policy'
  | 'exclusive'
  | 'unique'
  | 'concurrency'
  | 'concurrencyKey'
  | 'concurrencyLimit'
  | 'origin'
  | 'lateness'
  | 'skipped'
>;

type Stored = Omit<Constants, 'policy' | 'skipped'> & {
  readonly policy: Constants['policy'];
  readonly skipped: { readonly count: number; readonly from: number; readonly to: number } | null;
};

/** Default values, which are not stored because most executions have them. */
const DEFAULTS: Omit<Stored, 'policy'> = {
  jobName: null,
  targetId: null,
  tags: [],
  metadata: {},
  exclusive: false,
  unique: null,
  concurrency: null,
  concurrencyKey: null,
  concurrencyLimit: null,
  origin: 'enqueued',
  lateness: 'on_time',
  skipped: null,
};

export function constantsToJson(execution: Execution): string {
  const { tags, metadata, skipped } = execution;
  const stored: Record<string, unknown> = { policy: execution.policy };
  for (const key of Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])
    if (execution[key] !== DEFAULTS[key]) stored[key] = execution[key];
  if (tags.length === 0) delete stored['tags'];
  if (Object.keys(metadata).length === 0) delete stored['metadata'];
  if (skipped !== null)
    stored['skipped'] = { ...skipped, from: skipped.from.getTime(), to: skipped.to.getTime() };
  return JSON.stringify(stored);
}

/** Throws if the text is not valid, which means that the hash is corrupt. */
export function constantsFromJson(text: string): Constants {
  // Callers may change lists and objects that they get, so that none of them is shared.
  const own = { tags: [], metadata: {} };
  const stored: Stored = { ...DEFAULTS, ...own, ...(parseJson(text) as unknown as Stored) };
  if (typeof stored.policy?.timeoutMs !== 'number' || typeof stored.policy.maxRetries !== 'number')
    throw new SyntaxError('an execution without policy');
  if (!Array.isArray(stored.tags)) throw new SyntaxError('tags are not a list');
  return { ...stored, skipped: skippedFrom(stored.skipped) };
}

function skippedFrom(skipped: Stored['skipped']): SkippedRange | null {
  if (skipped === null) return null;
  return { count: skipped.count, from: new Date(skipped.from), to: new Date(skipped.to) };
}
