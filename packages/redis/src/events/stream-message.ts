import type { BusEvent } from '@scheduler/contracts';

/** The fields of one stream entry: the process that published the event, and the event as JSON. */
export function toFields(origin: string, { name, at, tenant, data }: BusEvent): readonly string[] {
  return ['origin', origin, 'event', JSON.stringify({ name, at: at.getTime(), tenant, data })];
}

export interface StreamMessage {
  readonly origin: string;
  readonly event: BusEvent;
}

/** Null: the scheduler did not write the entry. */
export function fromFields(fields: readonly string[]): StreamMessage | null {
  const values = new Map<string, string>();
  for (let index = 0; index + 1 < fields.length; index += 2)
    values.set(fields[index] ?? '', fields[index + 1] ?? '');
  try {
    const { at, ...event } = JSON.parse(values.get('event') ?? '') as Omit<BusEvent, 'at'> & { at: number };
    return { origin: values.get('origin') ?? '', event: { ...event, at: new Date(at) } };
  } catch {
    return null;
  }
}
