import type { JsonObject, Logger, LogLevel } from '@scheduler/contracts';
import { type Redact, redactJson } from './redact.js';

/** A logger that writes no secrets, whoever calls it. */
export function redactingLogger(logger: Logger, redact: Redact): Logger {
  const write = (level: LogLevel) => (message: string, fields?: JsonObject) => {
    if (fields === undefined) logger[level](redact(message));
    else logger[level](redact(message), redactJson(fields, redact) as JsonObject);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
