import { type Column, formatTable } from './table.js';
import { OutputStream, type WritableTarget } from './output-stream.js';
import { sanitize, styled, type Text } from './text.js';

export type ReadableSource = NodeJS.ReadableStream & { readonly isTTY?: boolean };

export type StopSignal = 'SIGINT' | 'SIGTERM';

/** Where signals come from: `process`, or an EventEmitter in tests. */
export interface SignalSource {
  on(signal: StopSignal | 'SIGHUP', listener: () => void): unknown;
  off(signal: StopSignal | 'SIGHUP', listener: () => void): unknown;
}

export interface ConsoleIoOptions {
  readonly stdout: WritableTarget;
  readonly stderr: WritableTarget;
  /** Called only by commands that read stdin, because opening it takes time. */
  readonly stdin: () => ReadableSource;
  readonly signals: SignalSource;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

/** The output and input of a command: data on stdout, everything else on stderr. Control characters are removed from all text. */
export class ConsoleIo {
  /** True: stdout carries JSON and nothing else. */
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly signals: SignalSource;
  private readonly out: OutputStream;
  private readonly err: OutputStream;
  private readonly stdin: () => ReadableSource;
  private hasProgress = false;

  constructor(options: ConsoleIoOptions) {
    this.json = options.json;
    this.quiet = options.quiet;
    this.verbose = options.verbose;
    this.signals = options.signals;
    this.out = new OutputStream(options.stdout, options);
    this.err = new OutputStream(options.stderr, options);
    this.stdin = options.stdin;
  }

  /** Prints the result of a command: one JSON document, or what `human` prints. */
  result(value: unknown, human: () => void): void {
    if (this.json) this.out.writeLine(toJson(value, 2));
    else human();
  }

  /** Prints one JSON object on its own line, for commands that print continuously. */
  jsonLine(value: unknown): void {
    this.out.writeLine(toJson(value));
  }

  /** Prints data on stdout. */
  line(...text: Text[]): void {
    if (!this.json) this.out.writeText(text);
  }

  /** Prints a confirmation or progress on stdout, unless `--quiet`. */
  info(...text: Text[]): void {
    if (!this.json && !this.quiet) this.out.writeText(text);
  }

  /** Prints a line on stderr that the next one replaces, if stderr is a terminal. Null: deletes the line. */
  progress(text: string | null): void {
    if (this.json || this.quiet || !this.err.isTerminal) return;
    if (text === null && !this.hasProgress) return;
    this.hasProgress = text !== null;
    this.err.write(`\r\u001b[K${sanitize(text ?? '')}`);
  }

  /** Prints a hint besides the result on stderr, unless `--quiet` or `--json`. */
  note(...text: Text[]): void {
    if (!this.json && !this.quiet) this.err.writeText([styled('yellow', 'note: '), ...text]);
  }

  /** Prints a warning on stderr, unless `--quiet`. */
  warn(...text: Text[]): void {
    if (!this.quiet) this.err.writeText([styled('yellow', 'warning: '), ...text]);
  }

  /** Prints an error on stderr, with its code at the end. */
  error(message: string, code?: string): void {
    const [first = '', ...more] = message.split('\n');
    const shown = code === undefined ? [] : [styled('dim', ` (${code})`)];
    this.err.writeText([styled('red', 'error: '), first, ...(more.length === 0 ? shown : [])]);
    more.forEach((line, index) => this.err.writeText([line, ...(index === more.length - 1 ? shown : [])]));
  }

  /** Prints lines that belong to an error, such as a stack. */
  detail(text: string): void {
    for (const line of text.split('\n')) this.err.writeText([line]);
  }

  table<TRow>(columns: readonly Column<TRow>[], rows: readonly TRow[]): void {
    const layout = { width: this.out.width, colours: this.out.colours };
    if (!this.json) for (const line of formatTable(columns, rows, layout)) this.out.writeLine(line);
  }

  /** Prints trusted text of several lines that the console itself created, such as help. */
  raw(text: string): void {
    this.out.writeLine(text.trimEnd());
  }

  /** The columns of the terminal. Null: stdout is not a terminal. */
  get width(): number | null {
    return this.out.width;
  }

  /** Whether a person can be asked for confirmation. */
  get interactive(): boolean {
    return this.stdin().isTTY === true && this.err.isTerminal && !this.json;
  }

  /** Asks a person for confirmation; anything but yes is no. */
  async confirm(question: string): Promise<boolean> {
    const { createInterface } = await import('node:readline');
    this.err.write(`${sanitize(question)} [y/N] `);
    const reader = createInterface({ input: this.stdin(), terminal: false });
    const answer = await new Promise<string>((resolve) => {
      reader.once('line', resolve);
      reader.once('close', () => resolve(''));
    });
    reader.close();
    return /^y(es)?$/i.test(answer.trim());
  }

  /** Reads stdin to its end. */
  async readInput(): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.stdin()) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString('utf8');
  }

  /** Calls the listener when the reader of stdout is gone, as in `| head`. */
  onOutputClosed(listener: () => void): void {
    this.out.onClosed(listener);
  }

  /** Removes its listeners from the streams. */
  release(): void {
    this.out.release();
    this.err.release();
  }
}

/** JSON in which control characters of the C1 range are escaped too, which JSON.stringify leaves as they are. */
function toJson(value: unknown, indent?: number): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\u2028\u2029]/g, escape);
}
