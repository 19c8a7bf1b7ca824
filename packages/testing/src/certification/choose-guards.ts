import type { Guard } from './certification-report.js';
import { type CertifiedFault, overlaps } from './certified-fault.js';
import type { Harm } from './compare-effects.js';

export interface FoundHarm extends Harm {
  readonly fault: CertifiedFault;
  readonly happened: string;
  readonly error: string | null;
}

/**
 * Chooses the guard that mends each harm. A fence refuses outdated workers and nothing else, because a retry has a newer one: it is enough
 * for a resource that only suffers from two attempts at once. What a retry repeats needs a transaction, where there is one, or a key.
 */
export function chooseGuards(
  found: readonly FoundHarm[],
  world: object,
): readonly (FoundHarm & { readonly guard: Guard })[] {
  const repeated = new Set(found.filter(({ fault }) => !overlaps(fault)).map(({ resource }) => resource));
  return found.map((harm) => {
    if (!repeated.has(harm.resource)) return { ...harm, guard: 'fence' };
    return { ...harm, guard: isTransactional(world, harm.resource) ? 'completeIn' : 'idempotencyKey' };
  });
}

function isTransactional(world: object, resource: string): boolean {
  const member: unknown = Object.entries(world).find(([name]) => name === resource)?.[1];
  return typeof (member as { readonly transaction?: unknown } | null | undefined)?.transaction === 'function';
}
