import { ResultInvalid } from '../errors/errors.js';
import { RetryableError } from '../failures/retryable-error.js';
import type { BatchDefinition, BatchErrorPolicy, ItemOptions } from './batch-definition.js';
import { checkJobResult, isJobResult } from '../handlers/job-result.js';
import type { JsonValue } from '../values/json.js';

/** The most retries of one item. */
const MAX_RETRIES = 3;

export type ItemEnd = { readonly ok: true } | { readonly ok: false; readonly error: unknown };

interface ItemCall<TItem, TPayload> {
  readonly item: TItem;
  readonly onError: BatchErrorPolicy;
  readonly options: Omit<ItemOptions<TPayload>, 'attempt'>;
}

/** Processes an item with its retries. Never rejects: an error is the end of the item. */
export async function processItem<TItem, TCursor extends JsonValue, TPayload>(
  definition: BatchDefinition<TItem, TCursor, TPayload>,
  { item, onError, options }: ItemCall<TItem, TPayload>,
): Promise<ItemEnd> {
  for (let attempt = 1; ; attempt += 1) {
    const end = await tryItem(() => definition.processItem(item, { ...options, attempt }), onError);
    const isLast = attempt > MAX_RETRIES || options.context.signal.aborted;
    if (end.ok || !end.retry || isLast) return end;
  }
}

type ItemAttempt =
  { readonly ok: true } | { readonly ok: false; readonly error: unknown; readonly retry: boolean };

async function tryItem(call: () => unknown, onError: BatchErrorPolicy): Promise<ItemAttempt> {
  try {
    return endOf(await call());
  } catch (error) {
    if (error instanceof ResultInvalid) return { ok: false, error, retry: false };
    if (error instanceof RetryableError) return { ok: false, error: error.cause, retry: true };
    return { ok: false, error, retry: onError === 'retry' };
  }
}

/** An item is done or has failed; a result that asks for more, such as a snooze, is only possible for the whole batch. */
function endOf(answer: unknown): ItemAttempt {
  if (!isJobResult(answer)) return { ok: true };
  checkJobResult(answer, 'result of processItem');
  if (answer.kind === 'succeeded') return { ok: true };
  if (answer.kind === 'failed') return { ok: false, error: answer.error, retry: answer.retry ?? true };
  throw new ResultInvalid({
    field: 'result of processItem',
    value: answer.kind,
    problem: 'is not possible for one item',
    accepted: 'JobResult.failure({ error }), or anything else when the item is done',
  });
}
