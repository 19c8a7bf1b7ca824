import { join } from 'node:path';
import { writeFileOnce } from './files.js';

export interface Message {
  /** A message is delivered once for each key, however often it is sent. */
  readonly key: string;
  readonly text: string;
  readonly at: Date;
}

export interface Delivered {
  readonly file: string;
  /** Whether this call delivered the message. False: it had been delivered before. */
  readonly first: boolean;
}

/** Outgoing messages: one file for each, in a folder that a mail or chat gateway would read. */
export class Outbox {
  constructor(
    private readonly folder: string,
    private readonly extension: string,
  ) {}

  async deliver({ key, text, at }: Message): Promise<Delivered> {
    // The encoding keeps file names of different keys different, and path separators out of them.
    const file = join(this.folder, `${encodeURIComponent(key)}.${this.extension}`);
    return { file, first: await writeFileOnce({ path: file, text, at }) };
  }
}
