import { join } from 'node:path';
import { writeFileOnce } from './files.js';

export interface Message {
  /** The same key is delivered once, however often it is sent. */
  readonly key: string;
  readonly text: string;
  readonly at: Date;
}

export interface Delivered {
  readonly file: string;
  /** False: it had been delivered before. */
  readonly first: boolean;
}

/** Where messages leave the product: a file for each, in a folder that a mail or chat gateway would empty. */
export class Outbox {
  constructor(
    private readonly folder: string,
    private readonly extension: string,
  ) {}

  async deliver({ key, text, at }: Message): Promise<Delivered> {
    // The encoding keeps different keys apart and separators out of the path.
    const file = join(this.folder, `${encodeURIComponent(key)}.${this.extension}`);
    return { file, first: await writeFileOnce({ path: file, text, at }) };
  }
}
