import type { ListPosition } from '@scheduler/contracts';
import { z } from 'zod';
import { HttpError } from '../problems/http-error.js';

const LATEST_MS = 8_640_000_000_000_000;
const LONGEST_ID = 255;
const shape = z.tuple([z.int().min(-LATEST_MS).max(LATEST_MS), z.string().min(1).max(LONGEST_ID)]);

/** The place of the last row of a page, its instant and id, as a text: rows of one instant are neither lost nor repeated. */
export function writeCursor({ at, id }: ListPosition): string {
  return Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');
}

export function readCursor(text: string): ListPosition {
  const result = shape.safeParse(parsed(text));
  if (result.success) return { at: new Date(result.data[0]), id: result.data[1] };
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
