import type { ApiAnswer } from '../call/read-answer.js';
import { isRecord } from '../call/check.js';
import type { Operation } from '../call/read-operation.js';
import { InvalidArgument, UnexpectedAnswer } from '../errors/client-errors.js';

/** Calls the operation with these arguments. */
export type CallWith = (given: readonly unknown[]) => Promise<ApiAnswer>;

const PAGE = 100;

/** The items of all pages, each page when it is needed. */
export async function* iterate(
  operation: Operation,
  given: readonly unknown[],
  call: CallWith,
): AsyncGenerator<unknown> {
  const at = operation.parameters.length;
  const { limit = PAGE, ...query } = queryOf(operation, given[at]);
  const page = (position: object) =>
    call([...given.slice(0, at), { ...query, limit, ...position }, ...given.slice(at + 1)]);
  yield* operation.pages === 'cursor'
    ? byCursor(operation, query['cursor'], page)
    : byOffset(operation, { offset: Number(query['offset'] ?? 0), limit: Number(limit) }, page);
}

type Page = (position: object) => Promise<ApiAnswer>;

async function* byCursor({ name }: Operation, first: unknown, page: Page): AsyncGenerator<unknown> {
  const seen = new Set<unknown>([first]);
  for (let cursor = first; ;) {
    const { value, status } = await page({ cursor });
    yield* itemsOf(name, value, status);
    cursor = isRecord(value) ? value['next_cursor'] : null;
    if (cursor === null || cursor === undefined) return;
    if (seen.has(cursor))
      throw new UnexpectedAnswer(name, status, 'a cursor came again, so that the pages would never end');
    seen.add(cursor);
  }
}

async function* byOffset(
  { name }: Operation,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  page: Page,
): AsyncGenerator<unknown> {
  for (let position = offset; ;) {
    const { value, status } = await page({ offset: position });
    const items = itemsOf(name, value, status);
    yield* items;
    position += items.length;
    const total = isRecord(value) ? Number(value['total']) : Number.POSITIVE_INFINITY;
    if (items.length < limit || position >= total) return;
  }
}

/** A page is a list, or an object with one. */
function itemsOf(name: string, value: unknown, status: number): readonly unknown[] {
  const items = isRecord(value) ? value['items'] : value;
  if (!Array.isArray(items)) throw new UnexpectedAnswer(name, status, 'the answer has no list of items');
  return items as readonly unknown[];
}

function queryOf({ name }: Operation, given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (isRecord(given)) return given;
  throw new InvalidArgument(`${name}: query`, 'is no object');
}
