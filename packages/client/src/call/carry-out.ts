import { attempt, connected } from './attempt.js';
import { buildRequest } from './build-request.js';
import type { CheckedCall } from './call-arguments.js';
import { type ClientSettings, retryPolicy } from './client-settings.js';
import { type ApiAnswer, readAnswer } from './read-answer.js';
import { delayBeforeRetry, isStillRunning } from './retry-policy.js';
import { wait } from './wait.js';

/** Sends a call, and repeats it while that is safe and may help. */
export async function carryOut(settings: ClientSettings, call: CheckedCall): Promise<ApiAnswer> {
  const { operation, options } = call;
  const idempotencyKey = operation.takesKey ? (call.idempotencyKey ?? newKey()) || null : null;
  const policy = retryPolicy(options.retry, settings.retry);
  const isRepeatable = !operation.writes || idempotencyKey !== null;
  let first: unknown;
  for (let retries = 0; ; retries++) {
    try {
      return await attemptCall(settings, call, idempotencyKey);
    } catch (error) {
      // That an earlier attempt holds the key says less than what went wrong with it.
      first = first !== undefined && isStillRunning(error) ? first : error;
      const delay = delayBeforeRetry({ error, retries, isRepeatable, policy, random: Math.random() });
      if (delay === null) throw first;
      await wait(delay, options.signal);
    }
  }
}

function attemptCall(
  settings: ClientSettings,
  call: CheckedCall,
  idempotencyKey: string | null,
): Promise<ApiAnswer> {
  const { operation, options } = call;
  const { name } = operation;
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  return attempt({ operation: name, timeoutMs, signal: options.signal }, async (signal) => {
    const request = await buildRequest(settings, call, { idempotencyKey, signal });
    const response = await connected(name, settings.fetch(request));
    return readAnswer(operation, response, await connected(name, response.text()));
  });
}

/** 128 bits at random. `randomUUID` is missing in browsers on pages without TLS. */
function newKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
