import { AccessInvalid } from '@scheduler/contracts';

interface Position {
  readonly at: Date;
  readonly id: string;
}

const CURSOR = /^(\d{1,15})\.([A-Za-z0-9][A-Za-z0-9._:-]{0,254})$/;

/** Where a page ends, as a text: an instant and an id, so that items of one instant are neither lost nor repeated. */
export function toCursor({ at, id }: Position): string {
  return `${at.getTime()}.${id}`;
}

/** Throws AccessInvalid for what is no cursor. */
export function readCursor(cursor: string): Position {
  const [, ms, id] = CURSOR.exec(cursor) ?? [];
  if (ms !== undefined && id !== undefined) return { at: new Date(Number(ms)), id };
  throw new AccessInvalid({
    field: 'after',
    value: cursor,
    problem: 'is not a cursor',
    accepted: 'what a page gave as next',
  });
}
