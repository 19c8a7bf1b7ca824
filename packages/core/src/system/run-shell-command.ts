import { spawn, type ChildProcess } from 'node:child_process';
import { OutputTail } from './output-tail.js';

export interface ShellCommand {
  readonly shell: string;
  readonly command: string;
  /** The whole environment of the process: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly stdin: string;
  /** The bytes that are kept of each of stdout and stderr: the last ones. */
  readonly outputLimit: number;
  /** Stops the command with everything that it has started. */
  readonly signal: AbortSignal;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly killAfterMs: number;
}

export interface ShellCommandEnd {
  /** Null: a signal ended it. */
  readonly exitCode: number | null;
  readonly endedBy: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output was left out. */
  readonly isCut: boolean;
}

/** How long the output is read after the command has ended, while something that it left running holds it open. */
const DRAIN_MS = 500;

/** Runs a command in a process group of its own. Rejects only if the shell cannot be started. */
export function runShellCommand(request: ShellCommand): Promise<ShellCommandEnd> {
  const { shell, command, env, cwd, stdin } = request;
  // The command is one argument of the shell, and its input is data: nothing else of the payload becomes part of what the shell reads.
  const child = spawn(shell, ['-c', command], { env, cwd, detached: true, stdio: 'pipe' });
  const stdout = new OutputTail(request.outputLimit);
  const stderr = new OutputTail(request.outputLimit);
  child.stdout.on('data', (chunk: Buffer) => stdout.add(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.add(chunk));
  // A command that does not read its input closes the pipe, which is no failure.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return new Promise((resolve, reject) => {
    const release = killWhenAborted(child, request);
    let drain: NodeJS.Timeout | undefined;
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('exit', () => {
      drain = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
    });
    child.once('close', (exitCode, endedBy) => {
      clearTimeout(drain);
      release();
      const isCut = stdout.isCut || stderr.isCut;
      resolve({ exitCode, endedBy, stdout: stdout.text(), stderr: stderr.text(), isCut });
    });
  });
}

/** Returns what ends the watch. A group that was asked to stop is gone then, also where a part of it ignores SIGTERM. */
function killWhenAborted(child: ChildProcess, { signal, killAfterMs }: ShellCommand): () => void {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    killGroup(child, 'SIGTERM');
    timer = setTimeout(() => killGroup(child, 'SIGKILL'), killAfterMs);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  return () => {
    signal.removeEventListener('abort', stop);
    if (timer === undefined) return;
    clearTimeout(timer);
    killGroup(child, 'SIGKILL');
  };
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group has ended already.
  }
}
