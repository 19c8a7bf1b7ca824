const MAX_TEXTS = 2_000;
const MAX_TEXT_LENGTH = 4_096;

/**
 * Reads JSON that many rows have in common, such as policies: equal texts share one value, which is frozen so that sharing is safe. A text is
 * remembered from its second time on, because those that name one of many jobs come once, and would only cost memory.
 */
export class SharedJson<TValue> {
  private readonly values = new Map<string, TValue>();
  private readonly seenOnce = new Set<string>();

  constructor(private readonly read: (text: string) => TValue) {}

  parse(text: string): TValue {
    const known = this.values.get(text);
    if (known !== undefined) return known;
    const value = this.read(text);
    if (text.length > MAX_TEXT_LENGTH) return value;
    if (this.seenOnce.delete(text)) return this.keep(text, deepFreeze(value));
    if (this.seenOnce.size >= MAX_TEXTS) this.seenOnce.clear();
    this.seenOnce.add(text);
    return value;
  }

  private keep(text: string, value: TValue): TValue {
    if (this.values.size >= MAX_TEXTS) this.values.clear();
    this.values.set(text, value);
    return value;
  }
}

/** Freezes a value that is shared, with everything in it. */
export function deepFreeze<TValue>(value: TValue): TValue {
  // A date cannot be frozen: whoever reads one here hands out a copy.
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
