import {
  DEFAULT_BACKOFF,
  DEFAULT_MISSED_RUNS,
  DEFAULT_PRIORITY,
  DEFAULT_QUEUE,
  type JobPolicies,
  jobStatuses,
  jobType,
  type ScheduledJob,
  trigger,
} from '@scheduler/contracts';
import { NO_CONCURRENCY_LIMITS, parseJson } from '@scheduler/contracts/adapter';
import { type JobField, jobFromHash, type JobHash } from './job-hash.js';
import { definitionFromJson, type JobDefinition } from './job-json.js';

const PLACEHOLDER_POLICIES: JobPolicies = {
  timeoutMs: 300_000,
  maxRetries: 0,
  backoff: DEFAULT_BACKOFF,
  onExhausted: 'continue',
  queue: DEFAULT_QUEUE,
  priority: DEFAULT_PRIORITY,
  allowOverlap: false,
  missedRuns: DEFAULT_MISSED_RUNS,
  ...NO_CONCURRENCY_LIMITS,
  unique: null,
};

const PLACEHOLDER_DEFINITION: JobDefinition = {
  description: null,
  type: jobType('corrupt'),
  targetId: null,
  // An event trigger has no instants, so that the job neither fires nor ends by itself.
  trigger: trigger.event('corrupt'),
  policies: PLACEHOLDER_POLICIES,
  tags: [],
  metadata: {},
  createdBy: null,
  startAt: null,
  endAt: null,
  jitterMs: 0,
  exclusions: null,
  trace: null,
};

/** The definition, or a placeholder if it cannot be read. */
export function readableDefinition(text: string): JobDefinition {
  try {
    return definitionFromJson(text);
  } catch {
    return PLACEHOLDER_DEFINITION;
  }
}

interface FieldCheck {
  readonly field: JobField;
  /** Throws or returns a falsy value for a corrupt text. */
  readonly isReadable: (text: string) => unknown;
  readonly replacement: string;
}

const CHECKS: readonly FieldCheck[] = [
  {
    field: 'd',
    isReadable: (text) => definitionFromJson(text),
    replacement: JSON.stringify(PLACEHOLDER_DEFINITION),
  },
  { field: 'payload', isReadable: (text) => [parseJson(text)], replacement: 'null' },
  { field: 'status', isReadable: (text) => jobStatuses.has(text), replacement: 'paused' },
];

/** Reads as much of a job as possible, so that a corrupt one can be found and deleted like any other. */
export function readableJob(id: string, hash: JobHash): ScheduledJob {
  try {
    return jobFromHash(id, hash);
  } catch {
    const replacements = corruptChecks(hash).map(({ field, replacement }) => [field, replacement]);
    const repaired = { ...hash, ...Object.fromEntries(replacements) } as JobHash;
    return jobFromHash(id, { ...repaired, status_reason: quarantineReason(hash) });
  }
}

/** The reason why a corrupt job is paused. It does not contain the corrupt values, which may be secrets of a user. */
export function quarantineReason(hash: JobHash): string {
  const fields = corruptChecks(hash).map(({ field }) => field);
  return `quarantined: its hash is corrupt (${fields.length === 0 ? 'unreadable' : fields.join(', ')})`;
}

function corruptChecks(hash: JobHash): readonly FieldCheck[] {
  return CHECKS.filter(({ field, isReadable }) => {
    try {
      return !isReadable(hash[field]);
    } catch {
      return true;
    }
  });
}
