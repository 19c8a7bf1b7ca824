import type { JsonObject, JsonValue, LogLevel } from '@scheduler/contracts';

export interface LogLine {
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: JsonObject;
}

const COLOURS: Readonly<Record<LogLevel, number>> = { debug: 90, info: 36, warn: 33, error: 31 };

/** `09:30:00.125 WARN  an attempt failed and is retried  type=mail attempt=1`: a line for people. */
export function prettyLine({ time, level, message, fields }: LogLine, isColoured: boolean): string {
  const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const named = Object.entries(fields).map(([name, value]) => `${name}=${shown(value as JsonValue)}`);
  return [
    paint(90, time.slice(11, 23)),
    paint(COLOURS[level], level.toUpperCase().padEnd(5)),
    printable(message),
    ...(named.length === 0 ? [] : [paint(90, printable(` ${named.join(' ')}`))]),
  ].join(' ');
}

function shown(value: JsonValue): string {
  if (typeof value === 'string') return /[\s"=]/.test(value) || value === '' ? JSON.stringify(value) : value;
  return JSON.stringify(value);
}

/** What a terminal would obey is not printed: names and errors come from anywhere. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}
