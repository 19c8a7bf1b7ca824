import {
  type Clock,
  type ExecutionLog,
  isSchedulerError,
  type JsonObject,
  type Logger,
  type LogLevel,
  PayloadInvalid,
} from '@scheduler/contracts';
import { toJsonValue } from '../../support/input/json-value.js';

const LONGEST_MESSAGE = 4_000;
/** A handler in an endless loop must not fill the store. */
const MOST_LINES = 10_000;

/** The log lines of a handler, kept until they are written. */
export class AttemptLog implements Logger {
  private lines: ExecutionLog[] = [];
  private count = 0;

  constructor(
    private readonly executionId: string,
    private readonly clock: Clock,
    /** Called when lines wait to be written. */
    private readonly onLine: (waiting: number) => void,
  ) {}

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
    this.lines.push({
      executionId: this.executionId,
      at: this.clock.now(),
      level,
      message: text,
      context: toContext(fields),
    });
    this.onLine(this.lines.length);
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
