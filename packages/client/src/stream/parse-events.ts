/** One message of a stream of server-sent events. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
  /** The last id that the stream has said. Null: none yet. */
  readonly id: string | null;
}

/** An id that can be sent back in a header. */
const SENDABLE = /^[\x21-\x7e]{0,255}$/;

/** Reads a stream of server-sent events as the standard describes it, piece by piece. */
export class EventParser {
  /** The id to come back with. */
  lastId: string | null;
  /** How long the server asks to wait before coming back. */
  retryMs: number | null = null;
  private rest = '';
  private event = '';
  private data: string[] = [];
  private endsWithReturn = false;

  constructor(lastId: string | null) {
    this.lastId = lastId;
  }

  /** A new connection: what the last one left half said is void. */
  begin(): void {
    this.rest = '';
    this.event = '';
    this.data = [];
    this.endsWithReturn = false;
  }

  /** The messages that are complete with this piece. */
  push(text: string): readonly StreamMessage[] {
    // A break of two characters may come in two pieces.
    const piece = this.endsWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    this.endsWithReturn = text === '' ? this.endsWithReturn : text.endsWith('\r');
    const lines = (this.rest + piece).split(/\r\n|\r|\n/);
    this.rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.line(line));
  }

  private line(line: string): readonly StreamMessage[] {
    if (line === '') return this.dispatch();
    const colon = line.indexOf(':');
    const [name, value] =
      colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')];
    if (name === 'event') this.event = value;
    else if (name === 'data') this.data.push(value);
    else if (name === 'id' && SENDABLE.test(value)) this.lastId = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return [];
  }

  private dispatch(): readonly StreamMessage[] {
    const { event, data, lastId: id } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? [] : [{ event: event === '' ? 'message' : event, data: data.join('\n'), id }];
  }
}
