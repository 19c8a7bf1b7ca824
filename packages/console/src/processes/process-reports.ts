import type { ConsoleIo } from '../output/console-io.js';

/** Something that became of a process, for people and as one line of JSON. */
export interface ProcessReport {
  /** Such as `process.working`. */
  readonly event: string;
  readonly text: string;
  /** A warning is shown as such. Default: a note. */
  readonly level?: 'note' | 'warning';
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** Prints what becomes of processes, and passes on what they print. */
export class ProcessReports {
  constructor(private readonly io: ConsoleIo) {}

  report({ event, text, level = 'note', fields = {} }: ProcessReport): void {
    if (this.io.json) this.io.jsonLine({ event, at: new Date().toISOString(), ...fields });
    else if (level === 'warning') this.io.warn(text);
    else this.io.note(text);
  }

  /** A line of one process: with its number before it, or as a member of the object that the line is. */
  pass(number: number, line: string, stream: 'stdout' | 'stderr'): void {
    if (!this.io.json) {
      const shown = `[${number}] ${line}`;
      if (stream === 'stdout') this.io.line(shown);
      else this.io.detail(shown);
      return;
    }
    if (stream === 'stdout')
      this.io.jsonLine({ process: number, ...(objectOf(line) ?? { event: 'output', line }) });
    else this.io.detail(JSON.stringify({ process: number, ...(objectOf(line) ?? { line }) }));
  }
}

function objectOf(line: string): object | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
