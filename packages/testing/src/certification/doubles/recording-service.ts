export interface ServiceCallOptions {
  /** A call with a key that the service knows has no further effect, and gets the answer of the first. */
  readonly idempotencyKey?: string;
}

export interface ServiceAnswer {
  readonly id: string;
}

/** A call that had an effect. */
export interface ServiceCall {
  readonly operation: string;
  readonly input: unknown;
}

/**
 * A service of somebody else that knows idempotency keys, such as a payment provider.
 *
 * @example
 * const world = () => ({ payments: recordingService() });
 * // in the handler: await payments.call('charge', { order }, { idempotencyKey: context.idempotencyKey });
 */
export class RecordingService {
  private readonly done: ServiceCall[] = [];
  private readonly answers = new Map<string, ServiceAnswer>();

  async call(
    operation: string,
    input: unknown = null,
    { idempotencyKey }: ServiceCallOptions = {},
  ): Promise<ServiceAnswer> {
    if (idempotencyKey !== undefined && (typeof idempotencyKey !== 'string' || idempotencyKey === ''))
      throw new TypeError(
        `idempotencyKey is ${JSON.stringify(idempotencyKey)}: it must be a text, such as context.idempotencyKey`,
      );
    // Keys of one operation and of another never meet, as at most providers.
    const key = idempotencyKey === undefined ? undefined : `${operation} ${idempotencyKey}`;
    const known = key === undefined ? undefined : this.answers.get(key);
    if (known !== undefined) return known;
    this.done.push({ operation, input: structuredClone(input) });
    const answer = { id: `${operation}-${this.done.length}` };
    if (key !== undefined) this.answers.set(key, answer);
    return answer;
  }

  effects(): readonly ServiceCall[] {
    return [...this.done];
  }
}

export function recordingService(): RecordingService {
  return new RecordingService();
}
