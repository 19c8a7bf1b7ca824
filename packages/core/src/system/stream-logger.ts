import type { JsonObject, Logger, LogLevel } from '@scheduler/contracts';
import { prettyLine } from './pretty-line.js';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** `json`: one object per line, for programs. `pretty`: for people. */
export type LogFormat = 'json' | 'pretty';

export interface StreamLoggerOptions {
  /** Default `warn`. */
  readonly level?: LogLevel;
  /** Default: `pretty` on a terminal, `json` elsewhere. */
  readonly format?: LogFormat;
  /** Default standard error. */
  readonly stream?: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** The options of a logger for the settings of a node. */
export function loggerOptionsOf(log: {
  readonly level: LogLevel;
  readonly format: LogFormat | null;
}): StreamLoggerOptions {
  return { level: log.level, ...(log.format === null ? {} : { format: log.format }) };
}

/** Writes one line for each message to a stream. */
export function createStreamLogger({
  level = 'warn',
  stream = process.stderr,
  format = stream.isTTY === true ? 'pretty' : 'json',
}: StreamLoggerOptions = {}): Logger {
  const isColoured = stream.isTTY === true && !process.env.NO_COLOR;
  const write = (at: LogLevel) => (message: string, fields?: JsonObject) => {
    if (LEVELS.indexOf(at) < LEVELS.indexOf(level)) return;
    const own = { time: new Date().toISOString(), level: at, message };
    const line =
      format === 'json'
        ? JSON.stringify({ ...own, ...fields, ...own })
        : prettyLine({ ...own, fields: fields ?? {} }, isColoured);
    stream.write(`${line}\n`);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
