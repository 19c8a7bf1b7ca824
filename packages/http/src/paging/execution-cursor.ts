import type { Execution, ExecutionQuery, Page, Scheduler } from '@scheduler/contracts';
import { z } from 'zod';
import { HttpError } from '../problems/http-error.js';

/**
 * Where a page of executions ended: the instant and id of its last row, and how many rows of that instant came up to it. The last number only
 * says where to look: rows that came or went in between are found by instant and id, so that none is lost or repeated.
 */
export interface ExecutionCursor {
  readonly at: number;
  readonly id: string;
  readonly seen: number;
}

const LATEST_MS = 8_640_000_000_000_000;
const LONGEST_ID = 255;
const shape = z.tuple([
  z.int().min(-LATEST_MS).max(LATEST_MS),
  z.string().min(1).max(LONGEST_ID),
  z.int().min(1).max(10_000_000),
]);

export function writeCursor({ at, id, seen }: ExecutionCursor): string {
  return Buffer.from(JSON.stringify([at, id, seen])).toString('base64url');
}

export function readCursor(text: string): ExecutionCursor {
  const result = shape.safeParse(parsed(text));
  if (result.success) return { at: result.data[0], id: result.data[1], seen: result.data[2] };
  const issue = { field: 'cursor', value: undefined, problem: 'is not a cursor of an earlier page' };
  throw new HttpError(400, 'REQUEST_INVALID', `cursor: ${issue.problem}`, { issues: [issue] });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}

export interface CursorPage extends Pick<Page<Execution>, 'items'> {
  /** Null: this is the last page. */
  readonly next: ExecutionCursor | null;
}

type Query = Omit<ExecutionQuery, 'limit' | 'offset' | 'sortOrder'>;

/** Rows that are read at once while the row of a cursor is searched. */
const STEP = 1_000;

interface Wanted {
  /** How many rows to read: one more than the page has, which says whether another page follows. */
  readonly limit: number;
  readonly cursor: ExecutionCursor;
}

interface Found {
  readonly rows: readonly Execution[];
  /** How many rows of the instant of the cursor come before these. */
  readonly seen: number;
}

/** The executions after the cursor, the latest first. */
export async function pageAfter(
  scheduler: Scheduler,
  query: Query,
  { limit, cursor }: { readonly limit: number; readonly cursor: ExecutionCursor | null },
): Promise<CursorPage> {
  const { rows, seen } =
    cursor === null
      ? { rows: await read(scheduler, query, { offset: 0, limit: limit + 1 }), seen: 0 }
      : await after(scheduler, query, { limit: limit + 1, cursor });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, next: null };
  const at = beganAt(last);
  const here = items.filter((row) => beganAt(row) === at).length;
  return { items, next: { at, id: last.id, seen: here + (cursor?.at === at ? seen : 0) } };
}

async function after(scheduler: Scheduler, query: Query, { limit, cursor }: Wanted): Promise<Found> {
  const until = new Date(cursor.at);
  const bounded = { ...query, until: query.until === undefined || until < query.until ? until : query.until };
  const found = await read(scheduler, bounded, { offset: cursor.seen - 1, limit: limit + 1 });
  const [first, ...rows] = found;
  // The row of the cursor is where it was: what follows is the next page.
  if (first !== undefined && first.id === cursor.id && beganAt(first) === cursor.at)
    return { rows, seen: cursor.seen };
  return search(scheduler, bounded, { limit, cursor });
}

/** Reads from the instant of the cursor on, and leaves out what came before it. */
async function search(scheduler: Scheduler, query: Query, { limit, cursor }: Wanted): Promise<Found> {
  const rows: Execution[] = [];
  let seen = 0;
  for (let offset = 0; rows.length < limit; offset += STEP) {
    const step = await read(scheduler, query, { offset, limit: STEP });
    const wanted = step.filter((row) => isAfter(row, cursor));
    seen += step.length - wanted.length;
    rows.push(...wanted);
    if (step.length < STEP) break;
  }
  return { rows: rows.slice(0, limit), seen };
}

async function read(
  scheduler: Scheduler,
  query: Query,
  page: { readonly offset: number; readonly limit: number },
): Promise<readonly Execution[]> {
  return (await scheduler.listExecutions({ ...query, ...page, sortOrder: 'desc' })).items;
}

function isAfter(row: Execution, { at, id }: ExecutionCursor): boolean {
  const began = beganAt(row);
  return began < at || (began === at && row.id < id);
}

/** What executions are ordered by. */
function beganAt({ startedAt, scheduledAt }: Execution): number {
  return (startedAt ?? scheduledAt).getTime();
}
