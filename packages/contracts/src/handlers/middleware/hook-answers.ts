import { ResultInvalid } from '../../errors/errors.js';
import {
  accepting,
  anything,
  type Check,
  duration,
  fields,
  nullable,
  oneOf,
  optional,
} from '../../input/check.js';
import { checkInput } from '../../input/check-input.js';
import type { DurationInput } from '../../values/duration.js';

export interface Halt {
  readonly kind: 'halt';
  readonly reason: string;
}

/** How a hook handles an error. */
export type ErrorAnswer =
  /** Another error replaces it. */
  | { readonly kind: 'error'; readonly error: unknown }
  /** The attempt is retried while retries are left, whatever the class of the error. */
  | { readonly kind: 'retry'; readonly reason: string; readonly delay: DurationInput | null }
  /** The attempt ends as discarded: no retry, no dead letter. */
  | { readonly kind: 'ignore'; readonly reason: string };

const reason: Check = accepting(
  (value) => typeof value === 'string' && value !== '',
  'is not a text',
  'a text that says why',
);
const HALT: Check = fields({ kind: oneOf('halt'), reason }, "nothing, or hook.halt('why')");
const RETRY: Check = fields({ kind: anything, reason, delay: optional(nullable(duration())) });
const IGNORE: Check = fields({ kind: anything, reason });
const ANSWERS: Readonly<Record<string, Check>> = {
  error: fields({ kind: anything, error: anything }),
  retry: RETRY,
  ignore: IGNORE,
};
const NO_ANSWER: Check = accepting(
  () => false,
  'is not an answer of a hook',
  'nothing, hook.error(error), hook.retry(reason, delay) or hook.ignore(reason)',
);

/**
 * Builds the answers of hooks that change how an attempt goes on.
 *
 * @example
 * onError: (_job, _context, error) => (isDuplicate(error) ? hook.ignore('sent before') : undefined),
 */
export const hook = Object.freeze({
  halt: (reason: string): Halt => checked({ kind: 'halt', reason }, HALT),
  error: (error: unknown): ErrorAnswer => ({ kind: 'error', error }),
  /** Without a delay the backoff of the policy decides. */
  retry: (reason: string, delay: DurationInput | null = null): ErrorAnswer =>
    checked({ kind: 'retry', reason, delay }, RETRY),
  ignore: (reason: string): ErrorAnswer => checked({ kind: 'ignore', reason }, IGNORE),
});

function checked<TAnswer>(value: TAnswer, check: Check): TAnswer {
  checkInput({ value, check, field: 'answer', error: ResultInvalid });
  return value;
}

/** Throws ResultInvalid for what `beforeExecute` must not return. */
export function readHalt(answer: unknown, hookName: string): Halt | null {
  if (answer === undefined) return null;
  checkInput({ value: answer, check: HALT, field: `answer of ${hookName}`, error: ResultInvalid });
  return answer as Halt;
}

/** Throws ResultInvalid for what `onError` must not return. */
export function readErrorAnswer(answer: unknown, hookName: string): ErrorAnswer | null {
  if (answer === undefined) return null;
  const kind = (answer as { readonly kind?: unknown } | null)?.kind;
  const check = typeof kind === 'string' && Object.hasOwn(ANSWERS, kind) ? ANSWERS[kind] : NO_ANSWER;
  checkInput({
    value: answer,
    check: check ?? NO_ANSWER,
    field: `answer of ${hookName}`,
    error: ResultInvalid,
  });
  return answer as ErrorAnswer;
}
