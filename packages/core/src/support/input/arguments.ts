import type { Check, InputErrorClass } from '@scheduler/contracts/adapter';
import type { InputIssue } from '@scheduler/contracts';

/** An argument of a public method: what messages call it, and what it may be. */
export interface Argument {
  readonly name: string;
  readonly check: Check;
}

export function argument(name: string, check: Check): Argument {
  return { name, check };
}

/** The arguments of a method, and the error that refuses a wrong one. */
export interface MethodArguments<TArguments extends readonly unknown[] = readonly unknown[]> {
  readonly error: InputErrorClass;
  readonly arguments: { readonly [TIndex in keyof TArguments]: Argument };
  /** True: the method answers at once, so that a wrong argument is thrown. False: it rejects. */
  readonly throws: boolean;
}

type AnyMethod = (...given: never[]) => unknown;

type MethodNames<TOwner> = {
  [TName in keyof TOwner]: TOwner[TName] extends AnyMethod ? TName : never;
}[keyof TOwner];

/** One row for each method, with one check for each of its parameters: what is left out does not compile. */
export type ArgumentTable<TOwner> = {
  readonly [TName in MethodNames<TOwner>]: MethodArguments<
    TOwner[TName] extends (...given: infer TArguments) => unknown ? Required<TArguments> : never
  >;
};

type Arguments = readonly Argument[];

/** A method that answers with a promise, and rejects with this error where an argument is wrong. */
export function rejecting<TArguments extends Arguments>(error: InputErrorClass, ...given: TArguments) {
  return { error, arguments: given, throws: false };
}

/** A method that answers at once, and throws this error where an argument is wrong. */
export function throwing<TArguments extends Arguments>(error: InputErrorClass, ...given: TArguments) {
  return { error, arguments: given, throws: true };
}

/**
 * Lets the methods of a class check their arguments before they do anything, by one table. Callers of plain JavaScript, and values that
 * come from elsewhere, are not held by the types.
 *
 * @example
 * class Doors {
 *   static {
 *     checkArguments<Doors>(Doors, { open: rejecting(QueryInvalid, argument('door', text(64))) });
 *   }
 *   async open(door: string): Promise<void> { … }
 * }
 */
export function checkArguments<TOwner extends object>(
  owner: { readonly prototype: TOwner },
  table: ArgumentTable<TOwner>,
): void {
  const methods = owner.prototype as Record<string, AnyMethod>;
  for (const [name, row] of Object.entries<MethodArguments>(table as never)) {
    const method = methods[name];
    if (method !== undefined) methods[name] = checking(method, row);
  }
}

function checking(method: AnyMethod, { error, arguments: expected, throws }: MethodArguments): AnyMethod {
  return function (this: unknown, ...given: never[]): unknown {
    const issues = issuesOf(expected, given);
    if (issues === null) return method.apply(this, given);
    if (throws) throw new error(issues);
    return Promise.reject(new error(issues));
  };
}

/** Null: nothing is wrong. */
function issuesOf(expected: Arguments, given: readonly unknown[]): readonly InputIssue[] | null {
  let found: InputIssue[] | null = null;
  for (const [index, { name, check }] of expected.entries()) {
    const issues = check(given[index], name);
    if (issues.length > 0) (found ??= []).push(...issues);
  }
  return found;
}
