export interface PortCall {
  readonly method: string;
  readonly request: unknown;
}

export type FakePort<TPort> = TPort & {
  /** Every call so far, oldest first. */
  readonly calls: readonly PortCall[];
  /** The requests of the calls of one method. */
  of(method: keyof TPort): readonly unknown[];
};

/** A port that answers as it is told, records every call, and refuses what no answer was given for. */
export function fakePort<TPort extends object>(answers: Partial<TPort>): FakePort<TPort> {
  const calls: PortCall[] = [];
  const own: Record<string, unknown> = {
    calls,
    of: (method: string) => calls.filter((call) => call.method === method).map(({ request }) => request),
  };
  return new Proxy(answers, {
    get: (_, method) => {
      if (typeof method !== 'string' || method === 'then') return undefined;
      if (method in own) return own[method];
      const answer = (answers as Record<string, unknown>)[method];
      if (answer !== undefined && typeof answer !== 'function') return answer;
      return (request: unknown) => {
        calls.push({ method, request });
        if (answer === undefined) throw new Error(`nobody expected a call of ${method}`);
        return (answer as (given: unknown) => unknown).call(answers, request);
      };
    },
  }) as FakePort<TPort>;
}
