import {
  type Backoff,
  type BackoffInput,
  type Exclusions,
  type ExclusionsInput,
  type JsonObject,
  type MissedRunInput,
  type MissedRunPolicy,
  PAYLOAD_VERSION,
  type ScheduleChanges,
  type ScheduledJob,
  type UniqueInput,
  type UniquePolicy,
} from '@scheduler/contracts';
import { type DefinedField, definedFields, definedProps, fieldChanges } from '../defined-fields.js';
import { withoutMark } from '../../schedule/declaration-mark.js';

/** An update cannot change the type of a job. */
type UpdatedField = Exclude<DefinedField, 'type'>;

/** The update that makes a stored job what is wanted. Null: nothing differs. The type is not compared. */
export function changesForUpdate(
  stored: ScheduledJob,
  wanted: ScheduledJob,
  { ignoring = [] }: { readonly ignoring?: readonly DefinedField[] } = {},
): ScheduleChanges | null {
  const metadata = comparableMetadata(stored.metadata, wanted.metadata);
  const differing = fieldChanges({ ...definedFields(stored), metadata }, definedFields(wanted))
    .map(({ field }) => field)
    .filter((field): field is UpdatedField => field !== 'type' && !ignoring.includes(field));
  if (differing.length === 0) return null;
  // An update with metadata reads the circuit from them, unless it names a circuit itself.
  const fields = differing.includes('metadata') ? [...differing, 'circuit' as const] : differing;
  return Object.assign({}, ...fields.map((field) => changeOf(field, wanted))) as ScheduleChanges;
}

/** Without what an update keeps by itself: the mark of a declaration, and the version of the payload unless it is named. */
function comparableMetadata(stored: JsonObject, wanted: JsonObject): JsonObject {
  const { [PAYLOAD_VERSION]: version, ...metadata } = withoutMark(stored);
  return version === undefined || !(PAYLOAD_VERSION in wanted)
    ? metadata
    : { ...metadata, [PAYLOAD_VERSION]: version };
}

/** One field in the form that an update takes, which differs from the stored form for durations and for what can be absent. */
function changeOf(field: UpdatedField, job: ScheduledJob): ScheduleChanges {
  const { policies, exclusions, ...props } = definedProps(job);
  switch (field) {
    case 'jitterMs':
      return { jitter: props.jitterMs };
    case 'timeoutMs':
      return { timeout: policies.timeoutMs };
    case 'exclusions':
      return { exclusions: exclusions === null ? null : withoutNullCalendar(exclusions) };
    case 'backoff':
      return { backoff: backoffInput(policies.backoff) };
    case 'missedRuns':
      return { missedRuns: missedRunInput(policies.missedRuns) };
    case 'unique':
      return { unique: policies.unique === null ? false : uniqueInput(policies.unique) };
    case 'circuit':
      return { circuit: policies.circuit ?? null };
    case 'overlap':
      return { overlap: policies.overlap ?? null };
    case 'expectWithinMs':
      return { expectWithin: policies.expectWithinMs ?? null };
    case 'concurrencyLimit':
      return { concurrencyLimit: policies.concurrencyLimit ?? undefined };
    default:
      return { [field]: { ...props, ...policies }[field] };
  }
}

function withoutNullCalendar({ calendar, ...exclusions }: Exclusions): ExclusionsInput {
  return calendar === null ? exclusions : { ...exclusions, calendar };
}

function backoffInput({ delayMs, maxDelayMs, ...backoff }: Backoff): BackoffInput {
  return { ...backoff, delay: delayMs, maxDelay: maxDelayMs };
}

function missedRunInput({ graceMs, ...missedRuns }: MissedRunPolicy): MissedRunInput {
  return { ...missedRuns, grace: graceMs };
}

function uniqueInput({ by, endStates, periodMs }: UniquePolicy): UniqueInput {
  return { by, states: endStates, ...(periodMs === null ? {} : { period: periodMs }) };
}
