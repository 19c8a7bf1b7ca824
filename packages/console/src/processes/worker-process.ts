import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type EndReason, isProcessMessage, type StopMessage } from './messages.js';
import { SUPERVISED_VARIABLE } from './supervisor-link.js';

/** How a process is started. */
export interface Launch {
  /** The program and all its words. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string, stream: 'stdout' | 'stderr') => void;
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** How long it has worked. Null: it never has. */
  readonly workedMs: number | null;
}

/** One process that works, as its supervisor sees it. */
export class WorkerProcess {
  readonly pid: number | null;
  readonly startedAt = new Date();
  /** Its node, once it works. */
  node: string | null = null;
  /** The memory of the process as it has said last. Null: it has not said. */
  rss: number | null = null;
  /** Resolves with true when it works on its queues, and with false if it ends before. */
  readonly working: Promise<boolean>;
  /** Resolves when it has ended and everything that it has printed was passed on. */
  readonly ended: Promise<ProcessEnd>;
  /** Called when it has said how much memory it has. */
  onMemory: () => void = () => undefined;
  private readonly child: ChildProcess;
  private workingSince: number | null = null;
  private markWorking: (works: boolean) => void = () => undefined;
  private killTimer: NodeJS.Timeout | null = null;
  isStopping = false;

  constructor({ command, cwd, env, onLine }: Launch) {
    const [program = process.execPath, ...words] = command;
    // No signal reaches it past its supervisor: it treats those of a terminal or a service manager as one request to stop.
    this.child = spawn(program, words, {
      cwd,
      env: { ...env, [SUPERVISED_VARIABLE]: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.pid = this.child.pid ?? null;
    this.working = new Promise((resolve) => (this.markWorking = resolve));
    this.child.on('message', (message) => this.receive(message));
    this.ended = this.end(onLine);
  }

  /** Asks it to end gracefully, and ends it by force when the time is over. */
  stop(reason: EndReason, graceMs: number): Promise<ProcessEnd> {
    if (!this.isStopping) {
      this.isStopping = true;
      const message: StopMessage = { scheduler: 'stop', reason };
      // It may have ended in this instant, which `ended` says.
      if (this.child.connected) this.child.send(message, () => undefined);
      this.killTimer = setTimeout(() => this.kill(), graceMs);
    }
    return this.ended;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private receive(message: unknown): void {
    if (!isProcessMessage(message)) return;
    this.rss = message.rss;
    if (message.scheduler === 'working') {
      this.node = message.node;
      this.workingSince = performance.now();
      this.markWorking(true);
    } else this.onMemory();
  }

  private async end(onLine: Launch['onLine']): Promise<ProcessEnd> {
    const { stdout, stderr } = this.child;
    pass(stdout, (line) => onLine(line, 'stdout'));
    pass(stderr, (line) => onLine(line, 'stderr'));
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
      this.child.once('close', (exitCode, by) => resolve([exitCode, by]));
      this.child.once('error', (error) => {
        onLine(`the process cannot be started: ${error.message}`, 'stderr');
        if (this.pid === null) resolve([null, null]);
      });
    });
    if (this.killTimer !== null) clearTimeout(this.killTimer);
    this.markWorking(false);
    const workedMs = this.workingSince === null ? null : performance.now() - this.workingSince;
    return { code, signal, workedMs };
  }
}

function pass(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', onLine);
}
