import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { received, sendable, type ThreadMessage, type ThreadNote } from './thread-messages.js';

/** The same file for the sources and the build, which lie equally deep. */
const MAIN = join(__dirname, '../../../thread/main.cjs');

/** How long a handler may take to end after its signal was aborted, before its thread is ended. */
const ABORT_GRACE_MS = 1_000;

/** One call of a handler in a thread. */
export interface ThreadCall {
  /** The absolute path or the URL of its module. */
  readonly module: string;
  /** What its handler gets; both are sent, and so hold no functions. */
  readonly job: object;
  readonly context: object;
  readonly signal: AbortSignal;
  onNote(note: ThreadNote): void;
  checkpoint(value: unknown): Promise<void>;
}

interface Pending {
  readonly call: ThreadCall;
  readonly run: number;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A thread that serves one call after the other, until it is ended. */
export class Thread {
  isEnded = false;
  private readonly worker: Worker;
  private runs = 0;
  private pending: Pending | null = null;

  constructor() {
    this.worker = new Worker(MAIN);
    // Idle threads must not keep the process alive.
    this.worker.unref();
    this.worker.on('message', (message: ThreadMessage) => this.receive(message));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', (code) =>
      this.fail(new Error(`the thread of the handler has ended with ${code} before its answer`)),
    );
  }

  /** Resolves with what the handler returns. Rejects with what it throws, or with the reason of the signal if it had to be ended. */
  async run(call: ThreadCall): Promise<unknown> {
    const run = (this.runs += 1);
    let grace: NodeJS.Timeout | null = null;
    const onAbort = () => {
      this.worker.postMessage({ kind: 'abort', run, reason: sendable(call.signal.reason) });
      grace = setTimeout(() => this.end(call.signal.reason), ABORT_GRACE_MS);
    };
    this.worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.pending = { call, run, resolve, reject };
        const { module, job, context } = call;
        this.worker.postMessage({ kind: 'run', run, module, job, context });
        call.signal.addEventListener('abort', onAbort, { once: true });
        if (call.signal.aborted) onAbort();
      });
    } finally {
      this.pending = null;
      call.signal.removeEventListener('abort', onAbort);
      if (grace !== null) clearTimeout(grace);
      this.worker.unref();
    }
  }

  /** Ends the thread, whatever it does. */
  end(reason: unknown): void {
    this.fail(reason);
    void this.worker.terminate();
  }

  private fail(error: unknown): void {
    this.isEnded = true;
    this.pending?.reject(error);
  }

  private receive(message: ThreadMessage): void {
    const { pending } = this;
    if (pending === null || message.run !== pending.run) return;
    switch (message.kind) {
      case 'done':
        return pending.resolve(answerOf(message));
      case 'failed':
        return pending.reject(received(message.error));
      case 'checkpoint':
        return void this.checkpoint(pending, message);
      default:
        try {
          return pending.call.onNote(message);
        } catch (error) {
          // Such as a progress that cannot be: the handler is wrong, and does not wait for an answer.
          return this.end(error);
        }
    }
  }

  private async checkpoint(
    { call, run }: Pending,
    { request, value }: { readonly request: number; readonly value: unknown },
  ): Promise<void> {
    const reply = (error?: unknown) =>
      this.worker.postMessage({
        kind: 'reply',
        run,
        request,
        ...(error === undefined ? {} : { error: sendable(error) }),
      });
    await call.checkpoint(value).then(() => reply(), reply);
  }
}

function answerOf({ answer, error }: Extract<ThreadMessage, { kind: 'done' }>): unknown {
  return error === undefined ? answer : { ...(answer as object), error: received(error) };
}
