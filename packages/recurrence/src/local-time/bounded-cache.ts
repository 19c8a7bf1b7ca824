/** Keeps the most recently used values, at most `capacity` of them. */
export class BoundedCache<Key, Value> {
  private readonly values = new Map<Key, Value>();

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.values.size;
  }

  getOrCreate(key: Key, create: (key: Key) => Value): Value {
    const known = this.values.get(key);
    if (known !== undefined) {
      // A Map iterates in order of insertion: with the key at its end, its first key is the least recently used one.
      this.values.delete(key);
      this.values.set(key, known);
      return known;
    }
    const created = create(key);
    if (this.values.size >= this.capacity) this.dropOldest();
    this.values.set(key, created);
    return created;
  }

  private dropOldest(): void {
    for (const oldest of this.values.keys()) {
      this.values.delete(oldest);
      return;
    }
  }
}
