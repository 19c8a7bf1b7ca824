import type { JsonObject } from '@scheduler/contracts';
import { type EventContext, type EventRecord, executionClaimed } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import type { BatchRow } from '../dialects/batch.js';
import { fromTenant, toTenant, toTextOrNull } from '../rows/values.js';

export const DAY_MS = 86_400_000;
/** More events, or more text, go into a further row, so that a page never has to read much more than it returns. */
const MOST_EVENTS = 500;
const MOST_TEXT = 65_536;

export const PACK_COLUMNS = {
  tenant: 'text',
  job_id: 'text',
  day: 'int',
  total: 'int',
  events: 'text',
} as const;

/** A row of the log: events of one step that have their tenant, their job and their day in common. Most steps have one, however many events there are. */
export type EventPack = BatchRow<typeof PACK_COLUMNS>;

/** Events as they are stored: what they have in common stands once in front of them. */
interface StoredEvents {
  readonly at: number;
  readonly cause: string | null;
  readonly events?: readonly StoredEvent[];
  /** A claim: the ids of its executions with their fences. */
  readonly started?: readonly (readonly [string, number])[];
}

/** Name, entity id and data, and in what it differs from what most events are. */
type StoredEvent = readonly [string, string, JsonObject, Differing?];

interface Differing {
  readonly at?: number;
  readonly cause?: string | null;
  readonly entity?: EventRecord['entity'];
  readonly version?: number;
}

/** What stands before the items of a row, and what behind them. */
export function headOf({ at, cause }: EventContext): string {
  return `{"at":${at.getTime()},"cause":${JSON.stringify(cause)},"events":[`;
}
export const TAIL = ']}';

export function itemOf(event: EventRecord, head: EventContext): string {
  const { name, entityId, data } = event;
  const more = differingFrom(event, head);
  return JSON.stringify(more === null ? [name, entityId, data] : [name, entityId, data, more]);
}

function differingFrom({ at, cause, entity, version }: EventRecord, head: EventContext): Differing | null {
  const sameAt = at.getTime() === head.at.getTime();
  if (sameAt && cause === head.cause && entity === 'execution' && version === 1) return null;
  return {
    ...(sameAt ? {} : { at: at.getTime() }),
    ...(cause === head.cause ? {} : { cause }),
    ...(entity === 'execution' ? {} : { entity }),
    ...(version === 1 ? {} : { version }),
  };
}

export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS);
}

/** The rows of events that happened in one step, in their order. */
export function packsOf(events: readonly EventRecord[]): readonly EventPack[] {
  const open = new Map<string, OpenPack>();
  const packs: OpenPack[] = [];
  for (const event of events) {
    const key = JSON.stringify([event.tenant, event.jobId, dayOf(event.at)]);
    let pack = open.get(key);
    if (pack === undefined || pack.isFull) {
      pack = new OpenPack(event);
      open.set(key, pack);
      packs.push(pack);
    }
    pack.add(event);
  }
  return packs.map((pack) => pack.row());
}

class OpenPack {
  private readonly items: string[] = [];
  private length = 0;

  constructor(private readonly first: EventRecord) {}

  get isFull(): boolean {
    return this.items.length >= MOST_EVENTS || this.length >= MOST_TEXT;
  }

  add(event: EventRecord): void {
    const item = itemOf(event, this.first);
    this.items.push(item);
    this.length += item.length;
  }

  row(): EventPack {
    const { tenant, jobId, at } = this.first;
    const events = `${headOf(this.first)}${this.items.join(',')}${TAIL}`;
    return {
      tenant: fromTenant(tenant),
      job_id: jobId,
      day: dayOf(at),
      total: this.items.length,
      events,
    };
  }
}

/** Events without their positions, which follow from that of their row. */
export function eventsOf(row: Row): readonly EventRecord[] {
  // What a payload holds is data here, and never merged into anything.
  const stored = JSON.parse(String(row['events'])) as StoredEvents;
  const of = { tenant: toTenant(row['tenant']), jobId: toTextOrNull(row['job_id']) };
  const { at, cause, events = [], started = [] } = stored;
  const claimed = started.map(([id, fence]) =>
    executionClaimed({ id, ...of, fence, owner: cause, startedAt: new Date(at) }),
  );
  return [...claimed, ...events.map((event) => recordOf(event, stored, of))];
}

function recordOf(
  [name, entityId, data, differing = {}]: StoredEvent,
  head: StoredEvents,
  { tenant, jobId }: Pick<EventRecord, 'tenant' | 'jobId'>,
): EventRecord {
  const { version = 1, at = head.at, entity = 'execution' } = differing;
  const cause = differing.cause === undefined ? head.cause : differing.cause;
  return { name, version, at: new Date(at), tenant, entity, entityId, jobId, cause, data };
}
