import type { Circuit } from '@scheduler/contracts';

/** Instants as numbers; its name is that of the field which holds it. */
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
