import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolders } from './test-support/temporary-folder.js';

const START = resolve(__dirname, '../../../tools/start.mjs');
const DOMAINS = ['knowledge-base', 'maintenance', 'onboarding', 'reports', 'tickets'];
/** From the first line of the application; what `npm start` promises. The build comes before it. */
const PROMISED_MS = 15_000;

/** The program that `npm start` runs, in a process of its own. */
class StartedApp {
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

  /** For a test that failed before it ended the program. */
  abandon(): void {
    this.child.kill('SIGKILL');
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.exited;
  }
}

describe('npm start', () => {
  const newFolder = temporaryFolders();
  let app: StartedApp;
  afterEach(() => app.abandon());
  const completed = (output: string, domain: string) => new RegExp(`${domain} +✔`).test(output);

  it('runs jobs of all five domains within 15 seconds, and Ctrl-C ends it cleanly', async () => {
    const dataDir = newFolder();
    app = new StartedApp({ REFERENCE_DATA_DIR: dataDir });
    await app.until((output) => output.includes('Back office on @scheduler'));
    const started = performance.now();
    await app.until((output) => DOMAINS.every((domain) => completed(output, domain)));
    expect(performance.now() - started).toBeLessThan(PROMISED_MS);
    expect(await app.end('SIGINT')).toBe(0);
    expect(app.output).toMatch(/tickets +■ escalate-ticket-\w+ +job cancelled/);
    expect(app.output).toMatch(/\nstopped: \d+ executions completed in [a-z, -]+; 0 failed\n$/);
    expect(readdirSync(join(dataDir, 'reports')).length).toBeGreaterThan(0);
    expect(readdirSync(join(dataDir, 'outbox')).length).toBeGreaterThan(0);
  }, 90_000);

  it('ends on SIGTERM too', async () => {
    app = new StartedApp({ REFERENCE_DATA_DIR: newFolder(), REFERENCE_PACE: 'real' });
    await app.until((output) => output.includes('health-check'));
    expect(await app.end('SIGTERM')).toBe(0);
    expect(app.output).toMatch(/\nstopped: 0 executions completed; 0 failed\n$/);
  }, 90_000);
});
