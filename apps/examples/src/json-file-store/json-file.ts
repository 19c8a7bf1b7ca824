import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Clock, NotOpen } from '@scheduler/contracts';
import { copyOf, decodeState, encodeState, type StoreState } from './store-state.js';

export const STORE_NAME = 'json-file';

/**
 * The state of the store, and the file that it is kept in. Every write is one atomic step: it works on a copy, which becomes the state
 * when the file has it. A step that throws changes nothing, and neither does a file that cannot be written.
 */
export class JsonFile {
  private current: StoreState | null = null;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly path: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The store's time: what decides what is due and which lease is over. */
  now(): Date {
    return this.clock.now();
  }

  async open(): Promise<void> {
    this.current ??= await readState(this.path);
  }

  /** Resolves when everything that was asked for is written. */
  async close(): Promise<void> {
    await this.last;
  }

  /** What the file has. */
  get state(): StoreState {
    if (this.current !== null) return this.current;
    throw new NotOpen(`a call of the store ${STORE_NAME}`, 'call store.open() first');
  }

  /** One after the other, in the order in which they were asked for. */
  write<TResult>(step: (state: StoreState, at: Date) => TResult): Promise<TResult> {
    const written = this.last.then(async () => {
      const copy = copyOf(this.state);
      const result = step(copy, this.now());
      const text = encodeState(copy);
      await replaceFile(this.path, text);
      // Read back, so that nobody else holds a reference to what is stored.
      this.current = decodeState(text);
      return result;
    });
    this.last = written.catch(() => undefined);
    return written;
  }
}

async function readState(path: string): Promise<StoreState> {
  try {
    return decodeState(await readFile(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return copyOf({});
    throw error;
  }
}

/** A crash leaves the old file or the new one, never a part of either. The rename is durable when its folder is. */
async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  await sync(temporary, 'w', (file) => file.writeFile(text));
  await rename(temporary, path);
  await sync(dirname(path), 'r', async () => undefined);
}

async function sync(path: string, flags: string, work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags);
  try {
    await work(file);
    await file.sync();
  } finally {
    await file.close();
  }
}
