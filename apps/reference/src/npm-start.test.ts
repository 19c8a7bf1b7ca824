import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartedApp } from './test-support/started-app.js';
import { temporaryFolders } from './test-support/temporary-folder.js';

const DOMAINS = ['fulfilment', 'knowledge-base', 'maintenance', 'onboarding', 'reports', 'tickets'];
/** The time limit that `npm start` promises, counted from the first line of the application, after the build. */
const PROMISED_MS = 15_000;

const inFolder = (dataDir: string) => ({
  REFERENCE_DATA_DIR: dataDir,
  SCHEDULER_SQLITE_FILE: join(dataDir, 'scheduler.db'),
});

describe('npm start', () => {
  const newFolder = temporaryFolders();
  let app: StartedApp;
  afterEach(() => app.abandon());
  const completed = (output: string, domain: string) => new RegExp(`${domain} +✔`).test(output);

  it('runs jobs of all six domains, approves one order and undoes another within 15 seconds, and Ctrl-C ends it cleanly', async () => {
    const dataDir = newFolder();
    app = new StartedApp(inFolder(dataDir));
    await app.until((output) => output.includes('Back office on @scheduler'));
    const started = performance.now();
    await app.until((output) => DOMAINS.every((domain) => completed(output, domain)));
    await app.until((output) => /✔ fulfil_order .*\n[^]*✔ fulfil_order /.test(output));
    await app.until((output) => output.includes('everything is undone'));
    await app.until((output) => /■ escalate-ticket-/.test(output));
    expect(performance.now() - started).toBeLessThan(PROMISED_MS);
    expect(await app.end('SIGINT')).toBe(0);
    expect(app.output).toMatch(/tickets +■ escalate-ticket-\w+ +job cancelled/);
    expect(app.output).toMatch(/\nstopped: \d+ executions completed in [a-z, -]+; 1 failed\n$/);
    expect(app.output).toMatch(/⧗ fulfil_order\.approval +waits\n[^]*order \w+ is approved by Grace/);
    expect(app.output).toMatch(/✔ fulfil_order\.charge:rollback/);
    expect(readdirSync(join(dataDir, 'labels'))).toHaveLength(2);
    expect(readdirSync(join(dataDir, 'reports')).length).toBeGreaterThan(0);
    expect(readdirSync(join(dataDir, 'outbox')).length).toBeGreaterThan(0);
  });

  it('ends on SIGTERM too', async () => {
    app = new StartedApp({ ...inFolder(newFolder()), REFERENCE_PACE: 'real' });
    await app.until((output) => output.includes('health-check'));
    expect(await app.end('SIGTERM')).toBe(0);
    expect(app.output).toMatch(/\nstopped: 0 executions completed; 0 failed\n$/);
  });
});
