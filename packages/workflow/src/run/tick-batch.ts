/** Collects what is asked for in one turn of the event loop, and asks for it once. */
export class TickBatch<TKey, TValue> {
  private waiting: Map<TKey, Waiting<TValue>> | null = null;

  /** `read` answers for all keys; a key that it leaves out has no value. */
  constructor(private readonly read: (keys: readonly TKey[]) => Promise<ReadonlyMap<TKey, TValue>>) {}

  get(key: TKey): Promise<TValue | null> {
    const waiting = (this.waiting ??= this.begin());
    const known = waiting.get(key);
    if (known !== undefined) return known.promise;
    const added = withResolvers<TValue>();
    waiting.set(key, added);
    return added.promise;
  }

  private begin(): Map<TKey, Waiting<TValue>> {
    const waiting = new Map<TKey, Waiting<TValue>>();
    // Not in this microtask: executions that are claimed together start in one after the other.
    queueMicrotask(() => queueMicrotask(() => void this.flush(waiting)));
    return waiting;
  }

  private async flush(waiting: ReadonlyMap<TKey, Waiting<TValue>>): Promise<void> {
    this.waiting = null;
    try {
      const found = await this.read([...waiting.keys()]);
      for (const [key, { resolve }] of waiting) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const { reject } of waiting.values()) reject(error);
    }
  }
}

interface Waiting<TValue> {
  readonly promise: Promise<TValue | null>;
  readonly resolve: (value: TValue | null) => void;
  readonly reject: (error: unknown) => void;
}

function withResolvers<TValue>(): Waiting<TValue> {
  let resolve: Waiting<TValue>['resolve'] = () => undefined;
  let reject: Waiting<TValue>['reject'] = () => undefined;
  const promise = new Promise<TValue | null>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
