import type { JsonObject, Logger, LogLevel } from '@scheduler/contracts';

export interface LoggedLine {
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: JsonObject | undefined;
}

/** Keeps what is logged. */
export class RecordingLogger implements Logger {
  readonly lines: LoggedLine[] = [];

  debug(message: string, fields?: JsonObject): void {
    this.lines.push({ level: 'debug', message, fields });
  }

  info(message: string, fields?: JsonObject): void {
    this.lines.push({ level: 'info', message, fields });
  }

  warn(message: string, fields?: JsonObject): void {
    this.lines.push({ level: 'warn', message, fields });
  }

  error(message: string, fields?: JsonObject): void {
    this.lines.push({ level: 'error', message, fields });
  }

  get messages(): readonly string[] {
    return this.lines.map(({ level, message }) => `${level}: ${message}`);
  }
}
