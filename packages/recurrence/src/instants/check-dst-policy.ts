import { type DstPolicy, ScheduleInvalid } from '@scheduler/contracts';

export function checkDstPolicy(dst: DstPolicy): DstPolicy {
  requirePolicy('gap', dst?.gap, ['after', 'skip']);
  requirePolicy('repeat', dst?.repeat, ['first', 'both', 'last']);
  return dst;
}

function requirePolicy(name: string, value: unknown, allowed: readonly unknown[]): void {
  if (allowed.includes(value)) return;
  throw new ScheduleInvalid({
    field: `trigger.dst.${name}`,
    value,
    problem: 'is not a daylight saving policy',
    accepted: allowed.join(', '),
  });
}
