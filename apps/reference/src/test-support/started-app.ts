import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';

const START = resolve(__dirname, '../../../../tools/start.mjs');

/** The program that `npm start` runs, in a child process. */
export class StartedApp {
  output = '';
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly exited: Promise<number | null>;

  constructor(env: Readonly<Record<string, string>>) {
    this.child = spawn(process.execPath, [START], { env: { ...process.env, ...env } });
    this.child.stdout.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.child.stderr.on('data', (chunk: Buffer) => (this.output += chunk.toString('utf8')));
    this.exited = new Promise((resolve) => this.child.on('exit', resolve));
  }

  async until(happened: (output: string) => boolean): Promise<void> {
    while (!happened(this.output)) {
      await Promise.race([
        new Promise((resolve) => this.child.stdout.once('data', resolve)),
        this.exited.then((code) => {
          throw new Error(`it ended with ${code}:\n${this.output}`);
        }),
      ]);
    }
  }

  /** Kills the program after a test that failed before it ended the program. */
  abandon(): void {
    this.child.kill('SIGKILL');
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}
