import type { JsonObject, Logger, LogLevel } from '@scheduler/contracts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

export interface StreamLoggerOptions {
  /** Default `warn`. */
  readonly level?: LogLevel;
  /** Default standard error. */
  readonly stream?: { write(text: string): unknown };
}

/** Writes one JSON object per line. */
export function createStreamLogger({
  level = 'warn',
  stream = process.stderr,
}: StreamLoggerOptions = {}): Logger {
  const write = (at: LogLevel) => (message: string, fields?: JsonObject) => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return;
    const own = { time: new Date().toISOString(), level: at, message };
    stream.write(`${JSON.stringify({ ...own, ...fields, ...own })}\n`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
