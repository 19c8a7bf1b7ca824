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

const NEUTRAL_POLICIES: JobPolicies = {
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

const NEUTRAL_DEFINITION: JobDefinition = {
  description: null,
  type: jobType('corrupt'),
  targetId: null,
  // It has no instants, and so neither fires nor ends by itself.
  trigger: trigger.event('corrupt'),
  policies: NEUTRAL_POLICIES,
  tags: [],
  metadata: {},
  createdBy: null,
  startAt: null,
  endAt: null,
  jitterMs: 0,
  exclusions: null,
};

/** What stands in for a definition that cannot be read. */
export function readableDefinition(text: string): JobDefinition {
  try {
    return definitionFromJson(text);
  } catch {
    return NEUTRAL_DEFINITION;
  }
}

interface FieldCheck {
  readonly field: JobField;
  /** Throws, or says false, for what makes no sense. */
  readonly isReadable: (text: string) => unknown;
  readonly standIn: string;
}

const CHECKS: readonly FieldCheck[] = [
  {
    field: 'd',
    isReadable: (text) => definitionFromJson(text),
    standIn: JSON.stringify(NEUTRAL_DEFINITION),
  },
  { field: 'payload', isReadable: (text) => [parseJson(text)], standIn: 'null' },
  { field: 'status', isReadable: (text) => jobStatuses.has(text), standIn: 'paused' },
];

/** What can be read of a job, so that a corrupt one can be found and deleted like any other. */
export function readableJob(id: string, hash: JobHash): ScheduledJob {
  try {
    return jobFromHash(id, hash);
  } catch {
    const standIns = corruptChecks(hash).map(({ field, standIn }) => [field, standIn]);
    const mended = { ...hash, ...Object.fromEntries(standIns) } as JobHash;
    return jobFromHash(id, { ...mended, status_reason: quarantineReason(hash) });
  }
}

/** Why a job is paused whose hash makes no sense. What was there is not told: it may be anything, a user's secret too. */
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
