import {
  type AttemptTrace,
  type TracedAttempt,
  type JsonObject,
  readTraceparent,
  type SentWork,
  type TraceContext,
  type Tracing,
} from '@scheduler/contracts';
import { validTrace } from '@scheduler/contracts/adapter';

/** What a request tells a tracer, before it is checked. */
interface Sent {
  readonly type?: unknown;
  readonly queue?: unknown;
  readonly tenant?: unknown;
}

/** The tracer of a node, if it has one. Errors of the tracer reach nobody but the log. */
export class NodeTracing {
  constructor(
    private readonly tracing: Tracing | null,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The context that new work is stored with: the one in its metadata, as `traceparent`, or else the one that is active. */
  contextOf(metadata: JsonObject): TraceContext | null {
    const given = metadata['traceparent'];
    if (given === undefined) return this.current();
    return readTraceparent(given, metadata['tracestate']) ?? this.current();
  }

  get tracesAttempts(): boolean {
    return this.tracing?.attempt !== undefined;
  }

  /** Null: the attempt is not traced. */
  attempt(attempt: TracedAttempt): AttemptTrace | null {
    try {
      return this.tracing?.attempt?.(attempt) ?? null;
    } catch (error) {
      this.onError(error);
      return null;
    }
  }

  /** Calls the function of a step as the tracer wants it, once and in any case, and returns what it returns. */
  step<T>(name: string, run: () => Promise<T>): Promise<T> {
    const { tracing } = this;
    if (tracing?.step === undefined) return run();
    return this.promisedOnce(run, (once) => tracing.step?.(name, once));
  }

  /** Calls the tracer, and logs what it throws. */
  safely(call: () => unknown): void {
    try {
      call();
    } catch (error) {
      this.onError(error);
    }
  }

  current(): TraceContext | null {
    if (this.tracing === null) return null;
    try {
      return validTrace(this.tracing.current());
    } catch (error) {
      this.onError(error);
      return null;
    }
  }

  /** Calls `send` as the tracer wants it, once and in any case, and returns what it returns. */
  send<T>(operation: SentWork['operation'], sent: readonly Sent[], send: () => Promise<T>): Promise<T> {
    const { tracing } = this;
    if (tracing?.send === undefined) return send();
    return this.promisedOnce(send, (once) => tracing.send?.(sentWork(operation, sent), once));
  }

  private promisedOnce<T>(
    run: () => Promise<T>,
    traced: (once: () => Promise<T>) => Promise<T> | undefined,
  ): Promise<T> {
    let promise: Promise<T> | null = null;
    const once = () => (promise ??= run());
    // Its own promise rejects as that of `run` does, which the caller is told of already.
    this.safely(() => void traced(once)?.catch(() => undefined));
    return once();
  }
}

function sentWork(operation: SentWork['operation'], sent: readonly Sent[]): SentWork {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
  const [first] = sent;
  // Several requests have one span, which names what they have in common.
  const common = (field: keyof Sent) =>
    sent.every((one) => one?.[field] === first?.[field]) ? textOf(first?.[field]) : null;
  const [name, queue, tenant] = [common('type') ?? 'several', common('queue'), common('tenant')];
  return { operation, name, queue, tenant, count: sent.length };
}

/** For nodes without a tracer. */
export const NO_TRACING = new NodeTracing(null, () => undefined);
