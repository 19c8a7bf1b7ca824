import type { InputIssue } from '../errors/scheduler-error.js';
import type { Check } from './check.js';

export type InputErrorClass = new (issues: readonly InputIssue[]) => Error;

export interface CheckedInput {
  readonly value: unknown;
  readonly check: Check;
  /** What messages call the value. */
  readonly field: string;
  readonly error: InputErrorClass;
}

/** Throws an error of that class which names everything that is wrong with the value. */
export function checkInput({ value, check, field, error }: CheckedInput): void {
  const issues = check(value, field);
  if (issues.length > 0) throw new error(issues);
}
