import type { Circuit } from '@scheduler/contracts';

/** The stored form of a circuit: instants are milliseconds, and the name is left out because it is the name of the hash field. */
export function circuitToJson({ name: _, ...circuit }: Circuit): string {
  return JSON.stringify({
    ...circuit,
    trialsUntil: circuit.trialsUntil?.getTime() ?? null,
    openedAt: circuit.openedAt?.getTime() ?? null,
    retryAt: circuit.retryAt?.getTime() ?? null,
  });
}

export function circuitFromJson(name: string, text: string): Circuit {
  const stored = JSON.parse(text) as Record<keyof Circuit, never>;
  return {
    ...stored,
    name,
    trialsUntil: toDate(stored.trialsUntil),
    openedAt: toDate(stored.openedAt),
    retryAt: toDate(stored.retryAt),
  };
}

function toDate(value: number | null): Date | null {
  return value === null ? null : new Date(value);
}
