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
 * for a resource that only suffers from two attempts at once. What a retry repeats needs a transaction, where there is one, or a key. What is
 * lost needs that what came before it can be repeated; and no guard mends a handler that reports a success after a call has failed.
 */
export function chooseGuards(
  found: readonly FoundHarm[],
  world: object,
): readonly (FoundHarm & { readonly guard: Guard | null })[] {
  const resourcesOf = (isMeant: (harm: FoundHarm) => boolean) =>
    new Set(found.filter(isMeant).map(({ resource }) => resource));
  const repeated = resourcesOf(({ fault }) => !overlaps(fault));
  const lostByDeath = resourcesOf((harm) => isLost(harm) && !isCallFailure(harm));
  return found.map((harm) => {
    const { resource, error } = harm;
    if (!repeated.has(resource)) return { ...harm, guard: 'fence' };
    if (!isLost(harm))
      return { ...harm, guard: isTransactional(world, resource) ? 'completeIn' : 'idempotencyKey' };
    if (error === null && !lostByDeath.has(resource)) return { ...harm, guard: null };
    const members = Object.keys(world);
    const hasTransactions = members.some((name) => isTransactional(world, name));
    return { ...harm, guard: hasTransactions ? 'completeIn' : 'idempotencyKey' };
  });
}

function isLost({ outcome }: Harm): boolean {
  return outcome === 'lost' || outcome === 'half done';
}

function isCallFailure({ fault }: FoundHarm): boolean {
  return fault.kind === 'failed' || fault.kind === 'unanswered';
}

function isTransactional(world: object, resource: string): boolean {
  const member: unknown = Object.entries(world).find(([name]) => name === resource)?.[1];
  return typeof (member as { readonly transaction?: unknown } | null | undefined)?.transaction === 'function';
}
