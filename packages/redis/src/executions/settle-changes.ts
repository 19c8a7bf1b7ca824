import type { Execution } from '@scheduler/contracts';
import type { EventRecord } from '@scheduler/contracts/adapter';
import { type Changes, changingFields } from './execution-hash.js';

export interface Changed {
  readonly before: Execution;
  readonly after: Execution;
  /** What is appended to the event log. Missing: the log is off. */
  readonly events?: readonly EventRecord[];
}

/** When and by whom executions are settled. */
export interface SettleTerms {
  readonly at: Date;
  readonly cause: string | null;
  /** True: the end of each lease has to be the one that was read. */
  readonly isLeaseSame?: boolean;
}

/** Fields that a settled execution does not have. They are always removed, because they may have changed since the claim. */
const LEASE_FIELDS_REMOVED: Changes = { lease: null, owner: null, cancel: null };

/** The fields that change when an execution is settled. */
export function changesOf(before: Execution, after: Execution): Changes {
  const [was, is] = [changingFields(before), changingFields(after)];
  const changes: Record<string, string | number | null> = {};
  for (const [field, value] of Object.entries(is)) if (value !== was[field]) changes[field] = value;
  // The progress is stored already when its holder reports it.
  delete changes['prog'];
  return { ...changes, ...LEASE_FIELDS_REMOVED, status: after.status, dur: after.durationMs };
}
