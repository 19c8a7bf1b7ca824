import type { AttemptTrace } from '@scheduler/contracts';
import type { AttemptEnd } from '../../policies/failures/attempt-end.js';
import { toExecutionError } from '../../policies/failures/execution-error.js';
import type { NodeTracing } from '../../signals/tracing/node-tracing.js';
import type { Redact } from '../../support/redaction/redact.js';
import type { RunningAttempt } from './running-attempt.js';

type Answer = AttemptEnd | Promise<AttemptEnd>;

/** The spans of the attempts of a node. Errors of the tracer change nothing. */
export class AttemptTraces {
  private readonly traces = new WeakMap<RunningAttempt, AttemptTrace>();

  private constructor(
    private readonly tracing: NodeTracing,
    private readonly redact: Redact,
  ) {}

  /** Null: attempts are not traced. */
  static of(tracing: NodeTracing | undefined, redact: Redact): AttemptTraces | null {
    return tracing?.tracesAttempts === true ? new AttemptTraces(tracing, redact) : null;
  }

  /** Calls the handler once, inside its span where there is one. */
  call(attempt: RunningAttempt, handler: () => Answer): Answer {
    const { execution, node } = attempt;
    const trace = this.tracing.attempt({ execution, node });
    if (trace === null) return handler();
    this.traces.set(attempt, trace);
    let answer: Answer | null = null;
    const once = () => (answer ??= handler());
    this.tracing.safely(() => trace.call(once));
    return once();
  }

  /** The attempt has ended, whatever its handler still does. */
  end(attempt: RunningAttempt, end: AttemptEnd): void {
    const trace = this.traces.get(attempt);
    if (trace === undefined) return;
    const { kind } = end;
    // What leaves the process holds no more than what is stored.
    const error = 'error' in end ? toExecutionError(end.error, null, this.redact) : undefined;
    this.tracing.safely(() => trace.end(error === undefined ? { kind } : { kind, error }));
  }
}
