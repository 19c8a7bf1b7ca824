import { render, type Text } from './text.js';

export type WritableTarget = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };

export interface ColourOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** False: `--no-color`. */
  readonly color: boolean;
}

const DEFAULT_WIDTH = 80;

/** A stream of text whose reader may go away: once the other end is closed, further text is dropped. */
export class OutputStream {
  readonly isTerminal: boolean;
  readonly colours: boolean;
  private closed = false;
  private readonly closedListeners: (() => void)[] = [];

  private readonly onError = (error: Error): void => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    if (this.closed) return;
    this.closed = true;
    for (const listener of this.closedListeners) listener();
  };

  constructor(
    private readonly target: WritableTarget,
    options: ColourOptions,
  ) {
    this.isTerminal = target.isTTY === true;
    this.colours = wantsColours(this.isTerminal, options);
    target.on('error', this.onError);
  }

  /** The columns of the terminal. Null: the target is not a terminal. */
  get width(): number | null {
    return this.isTerminal ? (this.target.columns ?? DEFAULT_WIDTH) : null;
  }

  writeText(text: readonly Text[]): void {
    this.writeLine(text.map((part) => render(part, this.colours)).join(''));
  }

  writeLine(line: string): void {
    this.write(`${line}\n`);
  }

  write(text: string): void {
    if (!this.closed) this.target.write(text);
  }

  onClosed(listener: () => void): void {
    this.closedListeners.push(listener);
  }

  release(): void {
    this.target.off('error', this.onError);
  }
}

/** Reads FORCE_COLOR and NO_COLOR as most programs do; `--no-color` takes precedence over both. */
function wantsColours(isTerminal: boolean, { env, color }: ColourOptions): boolean {
  if (!color) return false;
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  return isTerminal && env['TERM'] !== 'dumb';
}
