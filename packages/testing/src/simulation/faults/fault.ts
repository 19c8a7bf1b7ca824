/**
 * The faults of a call to a port:
 * - `request_lost`: never applied, and the caller gets an error after a while
 * - `reply_lost`: applied, and the caller gets an error after a while
 * - `crash_before`, `crash_after`: the process dies before the call is sent, or after it was applied
 * - `pause_before`, `pause_after`: the process is paused before the call is sent, or after it was applied
 * - `clock_jump`: the wall clock of the process is changed at that moment; the call itself succeeds
 */
export const FAULT_KINDS = [
  'request_lost',
  'reply_lost',
  'crash_before',
  'crash_after',
  'pause_before',
  'pause_after',
  'clock_jump',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A call of a process to a port, such as call 57 of `n2.1`, the first start of node 2. */
export interface Call {
  readonly process: string;
  readonly number: number;
  /** Such as `executions.settle`. */
  readonly method: string;
}

export interface Fault {
  /** `n2.1:57` */
  readonly call: string;
  readonly kind: FaultKind;
  /** How long it lasts, or how far the clock jumps. */
  readonly ms: number;
}

export function callId({ process, number }: Pick<Call, 'process' | 'number'>): string {
  return `${process}:${number}`;
}

/** The text of a fault, which `readFaults` reads. */
export function showFault({ call, kind, ms }: Fault): string {
  return `${call} ${kind} ${ms}`;
}

const FAULT = /^(n\d+\.\d+:\d+) (\w+) (-?\d+)$/;

/** Reads a list of faults, such as `n1.1:57 crash_after 0, n2.1:30 pause_before 4500`. */
export function readFaults(text: string): readonly Fault[] {
  const parts = text.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '').map(readFault);
}

function readFault(text: string): Fault {
  const [, call, kind, ms] = FAULT.exec(text) ?? [];
  const known = FAULT_KINDS.find((each) => each === kind);
  if (call === undefined || known === undefined)
    throw new RangeError(
      `'${text}' is not a fault; give a call, a kind and milliseconds, such as 'n1.1:57 pause_after 4500' (kinds: ${FAULT_KINDS.join(', ')})`,
    );
  return { call, kind: known, ms: Number(ms) };
}
