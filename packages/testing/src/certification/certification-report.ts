import type { CertifiedFaultKind } from './certified-fault.js';
import type { Harm } from './compare-effects.js';

/** The member of the context that makes an effect safe to run again. */
export type Guard = 'fence' | 'idempotencyKey' | 'completeIn';

/** One way in which a handler is not safe to run again. */
export interface CertificationFinding extends Harm {
  readonly fault: CertifiedFaultKind;
  /** What happened, in a sentence. */
  readonly happened: string;
  /** How the execution ended for good, where it did not succeed. */
  readonly error: string | null;
  /** Null: none mends a handler that reports a success although a call has failed. */
  readonly guard: Guard | null;
  /** Repeats it: `certifyHandler({ …, only: repeat })`. */
  readonly repeat: string;
}

const MENDED_BY: Readonly<Record<Guard, string>> = {
  fence: 'give context.fence to the resource, which refuses a write with a lower one than it remembers',
  idempotencyKey:
    'give context.idempotencyKey to the service, or store it as a unique key with the effect: it is the same in every attempt',
  completeIn:
    'write in a transaction and call context.completeIn(transaction) in it: the effect and the success are committed together',
};

const MENDED_BY_NONE =
  'none: let the error of the call reach the scheduler, which retries; here it reads as a success';

/** What a handler did under every fault. */
export class CertificationReport {
  constructor(
    readonly findings: readonly CertificationFinding[],
    /** The calls of an undisturbed attempt, in order. */
    readonly calls: readonly string[],
    /** How many runs with a fault there were. */
    readonly runs: number,
  ) {}

  /** True: under every fault the effects were those of one undisturbed run. */
  get safe(): boolean {
    return this.findings.length === 0;
  }

  toJSON(): object {
    const { safe, findings, calls, runs } = this;
    return { safe, runs, calls, findings };
  }

  toString(): string {
    const extent = `${counted(this.runs, 'run')} with a fault, over ${counted(this.calls.length, 'call')}`;
    if (this.safe) return `safe to run again: ${extent}, had the effects of one undisturbed run`;
    const texts = this.findings.map((finding, index) => describe(finding, index + 1));
    return [`not safe to run again: ${extent}`, ...texts].join('\n\n');
  }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function describe(finding: CertificationFinding, number: number): string {
  const { outcome, resource, effect, happened, error, guard, repeat } = finding;
  return [
    `${number}. ${resource === '' ? '' : `${resource}: `}${outcome}: ${effect}`,
    `   when    ${happened}`,
    ...(error === null ? [] : [`   ended   ${error}`]),
    `   guard   ${guard === null ? MENDED_BY_NONE : MENDED_BY[guard]}`,
    `   repeat  only: '${repeat}'`,
  ].join('\n');
}
