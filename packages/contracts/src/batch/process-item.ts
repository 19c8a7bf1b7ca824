import { RetryableError } from '../failures/retryable-error.js';
import type { BatchDefinition, BatchErrorPolicy, ItemOptions } from './batch-definition.js';
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

async function tryItem(
  call: () => ReturnType<BatchDefinition<never, never, never>['processItem']>,
  onError: BatchErrorPolicy,
): Promise<ItemAttempt> {
  try {
    const answer = await call();
    if (answer?.kind !== 'failed') return { ok: true };
    return { ok: false, error: answer.error, retry: answer.retry };
  } catch (error) {
    if (error instanceof RetryableError) return { ok: false, error: error.cause, retry: true };
    return { ok: false, error, retry: onError === 'retry' };
  }
}
