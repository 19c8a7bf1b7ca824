import { PassThrough, Writable } from 'node:stream';

/** A stream that keeps the written text, as a terminal or as a pipe. */
export class CapturedStream extends Writable {
  text = '';

  constructor(
    readonly isTTY = false,
    readonly columns = 80,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

/** Standard input with this text, from a pipe or from a terminal. */
export function inputOf(text: string, isTTY = false): PassThrough & { isTTY?: boolean } {
  const stream: PassThrough & { isTTY?: boolean } = new PassThrough();
  stream.isTTY = isTTY;
  stream.end(text);
  return stream;
}
