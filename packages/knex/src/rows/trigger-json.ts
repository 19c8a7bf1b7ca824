import { type Trigger, TRIGGER_KINDS } from '@scheduler/contracts';

/** Writes a trigger as JSON, with instants in milliseconds. */
export function triggerToJson(trigger: Trigger): string {
  return JSON.stringify(trigger, function (this: Record<string, unknown>, key, value: unknown) {
    const original = this[key];
    return original instanceof Date ? original.getTime() : value;
  });
}

/** Throws if the text is not a trigger, which means that the row is corrupt. */
export function triggerFromJson(text: string): Trigger {
  const read = JSON.parse(text) as Record<string, unknown> & { readonly kind: Trigger['kind'] };
  if (!TRIGGER_KINDS.includes(read.kind))
    throw new SyntaxError(`unknown kind of trigger: ${String(read.kind)}`);
  const dates = Object.fromEntries(
    ['at', 'anchor']
      .filter((key) => typeof read[key] === 'number')
      .map((key) => [key, new Date(read[key] as number)]),
  );
  return { ...read, ...dates } as unknown as Trigger;
}
