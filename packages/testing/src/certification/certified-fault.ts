import type { CallFate } from './attempt.js';

/**
 * What is done to a handler: `killed`, `aborted`, `failed` (a call fails before it does anything), `unanswered` (a call is applied, and its
 * answer is lost), `frozen` (another attempt runs to its end, then this one goes on with its outdated fence), `unreported` (the process dies
 * after the handler has ended and before that is recorded), `twice` (two attempts at once, in an order drawn by a seed).
 */
export type CertifiedFaultKind =
  'killed' | 'aborted' | 'failed' | 'unanswered' | 'frozen' | 'unreported' | 'twice';

export interface CertifiedFault {
  readonly kind: CertifiedFaultKind;
  /** The number of the call that it hits, or the seed of `twice`. 0: it hits no call. */
  readonly at: number;
}

/** Those that hit one call, and what they do to it. */
export const FATES: Readonly<Partial<Record<CertifiedFaultKind, CallFate>>> = {
  killed: 'kills',
  aborted: 'aborts',
  failed: 'fails',
  unanswered: 'loses its answer',
};

const KINDS: readonly string[] = [...Object.keys(FATES), 'frozen', 'unreported', 'twice'];

/** Every fault of a handler that makes so many calls. */
export function everyFaultOf(calls: number, seeds: number): readonly CertifiedFault[] {
  const hits = Array.from({ length: calls }, (_, index) => index + 1);
  const kinds = [...Object.keys(FATES), 'frozen'] as readonly CertifiedFaultKind[];
  return [
    { kind: 'unreported', at: 0 },
    ...kinds.flatMap((kind) => hits.map((at) => ({ kind, at }))),
    // With no call there is nothing to interleave.
    ...Array.from({ length: calls === 0 ? 0 : seeds }, (_, index): CertifiedFault => ({
      kind: 'twice',
      at: index + 1,
    })),
  ];
}

/** Such as `killed@2`, which `only` takes. */
export function showCertifiedFault({ kind, at }: CertifiedFault): string {
  return `${kind}@${at}`;
}

/** @throws RangeError for what is no fault */
export function readCertifiedFault(text: string): CertifiedFault {
  const [, kind = '', at = ''] = /^([a-z]+)@(\d{1,9})$/.exec(text) ?? [];
  if (!KINDS.includes(kind))
    throw new RangeError(
      `only is ${JSON.stringify(text)}: it must be a fault that a report names, such as killed@2; the kinds are ${KINDS.join(', ')}`,
    );
  return { kind: kind as CertifiedFaultKind, at: Number(at) };
}

/** Whether two attempts ran at the same time, which is what a fence is for. */
export function overlaps({ kind }: CertifiedFault): boolean {
  return kind === 'frozen' || kind === 'twice';
}

/** What happened, in words. `calls` are those of the attempt that was hit. */
export function describeCertifiedFault({ kind, at }: CertifiedFault, calls: readonly string[]): string {
  const call = `${calls[at - 1] ?? 'a call'} (call ${at})`;
  const texts: Readonly<Record<CertifiedFaultKind, string>> = {
    killed: `the process was killed after ${call}, and the execution ran again`,
    aborted: `the lease was lost and the signal aborted at ${call}, and the execution ran again`,
    failed: `${call} failed before it did anything, and the execution was retried`,
    unanswered: `${call} was done but its answer was lost, and the execution was retried`,
    frozen: `the process was frozen before ${call}, another attempt ran, and then the first went on with its stale fence`,
    unreported: 'the process was killed after the handler had ended and before its success was recorded',
    twice: `two attempts ran at once, interleaved by seed ${at}`,
  };
  return texts[kind];
}
