import { ConfigurationInvalid } from '../errors/errors.js';
import type { JsonObject } from '../values/json.js';
import type { Logger, LogLevel } from './logger.js';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** A logger that takes its fields before the message, as pino and bunyan do. */
type FieldsFirst = Readonly<Record<LogLevel, (first: JsonObject | string, message?: string) => void>>;

/**
 * The logger of an application as ours: winston and `console` take the message first, like us, and pino takes the fields first. Throws
 * ConfigurationInvalid for anything else.
 */
export function toLogger(given: unknown, field = 'logger'): Logger {
  const missing = LEVELS.filter(
    (level) => typeof (given as Partial<Logger> | null | undefined)?.[level] !== 'function',
  );
  if (missing.length > 0) {
    throw new ConfigurationInvalid({
      field,
      value: typeof given,
      problem: `is not a logger: it has no ${missing.join(', ')}`,
      accepted: 'an object with debug, info, warn and error, such as a logger of pino or winston, or console',
    });
  }
  return takesFieldsFirst(given as object) ? messageFirst(given as FieldsFirst) : (given as Logger);
}

/** pino has `bindings`, bunyan has `addStream`; both make children. */
function takesFieldsFirst(logger: object): boolean {
  const has = (name: string) => typeof (logger as Readonly<Record<string, unknown>>)[name] === 'function';
  return has('child') && (has('bindings') || has('addStream'));
}

function messageFirst(logger: FieldsFirst): Logger {
  const write = (level: LogLevel) => (message: string, fields?: JsonObject) => {
    if (fields === undefined) logger[level](message);
    else logger[level](fields, message);
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
