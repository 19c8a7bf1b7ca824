import {
  type Clock,
  type ExecutionLog,
  isSchedulerError,
  type JsonObject,
  type Logger,
  type LogLevel,
  PayloadInvalid,
} from '@scheduler/contracts';
import { type Redact, redactJson } from '../../support/redaction/redact.js';
import { toJsonValue } from '../../support/input/json-value.js';

const LONGEST_MESSAGE = 4_000;
/** A handler in an endless loop must not fill the store. */
const MOST_LINES = 10_000;

export interface AttemptLogParts {
  readonly executionId: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes secrets out of the lines. */
  readonly redact: Redact;
  /** Called when lines wait to be written. */
  readonly onLine: (waiting: number) => void;
}

/** The log lines of a handler, kept until they are written. */
export class AttemptLog implements Logger {
  private lines: ExecutionLog[] = [];
  private count = 0;

  constructor(private readonly parts: AttemptLogParts) {}

  debug(message: string, fields?: JsonObject): void {
    this.add('debug', message, fields);
  }

  info(message: string, fields?: JsonObject): void {
    this.add('info', message, fields);
  }

  warn(message: string, fields?: JsonObject): void {
    this.add('warn', message, fields);
  }

  error(message: string, fields?: JsonObject): void {
    this.add('error', message, fields);
  }

  /** Hands over the lines so far, and forgets them. */
  take(): readonly ExecutionLog[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }

  private add(level: LogLevel, message: string, fields: JsonObject = {}): void {
    this.count += 1;
    if (this.count > MOST_LINES) return;
    const text =
      this.count === MOST_LINES
        ? `no more than ${MOST_LINES} lines are kept`
        : String(message).slice(0, LONGEST_MESSAGE);
    const { executionId, clock, redact, onLine } = this.parts;
    this.lines.push({
      executionId,
      at: clock.now(),
      level,
      message: redact(text),
      context: redactJson(toContext(fields), redact) as JsonObject,
    });
    onLine(this.lines.length);
  }
}

/** A log line must never fail the work that it describes. */
function toContext(fields: JsonObject): JsonObject {
  try {
    return toJsonValue(fields, 'fields', PayloadInvalid) as JsonObject;
  } catch (error) {
    return { dropped: isSchedulerError(error) ? error.message : 'fields that cannot be read' };
  }
}
