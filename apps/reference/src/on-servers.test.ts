import { PassThrough, Writable } from 'node:stream';
import { runConsole } from '@scheduler/console';
import { SCHEDULER_NODE, SCHEDULER_STORE } from '@scheduler/inversify';
import { runReferenceApp } from './app/run-reference-app.js';
import { createReferenceContainer } from './wiring/container.js';
import { config } from './scheduler.config.js';
import { temporaryFolders } from './test-support/temporary-folder.js';

class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

const redisUrl = process.env['SCHEDULER_TEST_REDIS_URL'] ?? '';
const postgresUrl = process.env['SCHEDULER_TEST_POSTGRES_URL'] ?? '';
const prefix = `ref_${process.pid}_`;
const redis = { SCHEDULER_REDIS_URL: redisUrl, SCHEDULER_REDIS_KEY_PREFIX: `${prefix}:` };

interface Setting {
  readonly title: string;
  readonly isThere: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly described: string;
}

const SETTINGS: readonly Setting[] = [
  {
    title: 'Redis alone',
    isThere: redisUrl !== '',
    env: { SCHEDULER_STORE: 'redis', ...redis },
    described: 'Redis by SCHEDULER_REDIS_URL',
  },
  {
    title: 'Redis and BullMQ',
    isThere: redisUrl !== '',
    env: {
      SCHEDULER_STORE: 'redis',
      SCHEDULER_QUEUE: 'bullmq',
      ...redis,
      SCHEDULER_REDIS_KEY_PREFIX: `${prefix}bullmq:`,
    },
    described: 'Redis by SCHEDULER_REDIS_URL, with BullMQ by SCHEDULER_REDIS_URL',
  },
  {
    title: 'PostgreSQL and BullMQ',
    isThere: redisUrl !== '' && postgresUrl !== '',
    env: {
      SCHEDULER_STORE: 'postgres',
      SCHEDULER_POSTGRES_URL: postgresUrl,
      SCHEDULER_TABLE_PREFIX: prefix,
      SCHEDULER_QUEUE: 'bullmq',
      ...redis,
    },
    described: 'PostgreSQL by SCHEDULER_POSTGRES_URL, with BullMQ by SCHEDULER_REDIS_URL',
  },
];

describe.each(SETTINGS)('the reference application on $title, by variables only', (setting) => {
  const newFolder = temporaryFolders();
  const test = setting.isThere ? it : it.skip;
  const env = () => ({ REFERENCE_DATA_DIR: newFolder(), REFERENCE_PACE: 'real', ...setting.env });

  async function start(): Promise<readonly string[]> {
    const lines: string[] = [];
    await runReferenceApp({
      env: env(),
      print: (line) => lines.push(line),
      printError: (line) => lines.push(`error: ${line}`),
      stopRequested: Promise.resolve(),
    });
    return lines;
  }

  async function scheduler(...argv: readonly string[]) {
    const [stdout, stderr] = [new Captured(), new Captured()];
    const application = config(env());
    const code = await runConsole({ argv, application, stdout, stderr, stdin: new PassThrough(), env: {} });
    // The console does not close an application that the caller passed.
    await application.get(SCHEDULER_NODE).stop();
    return { code, stdout: stdout.text, stderr: stderr.text };
  }

  beforeAll(async () => {
    if (!setting.isThere) return;
    const store = createReferenceContainer({ env: env() }).get(SCHEDULER_STORE);
    await store.migrations?.up();
    await store.close();
  });

  test('starts, and finds its jobs again (F201, F205, F245)', async () => {
    const declared = (lines: readonly string[]) => lines.filter((line) => line.includes('next '));
    const first = await start();
    expect(first[1]).toBe(`  jobs   ${setting.described}`);
    expect(declared(first)).toHaveLength(5);
    expect(declared(await start())).toEqual(declared(first));
  });

  test('runs a job to its end, and the console sees it', async () => {
    await start();
    const node = createReferenceContainer({ env: env() }).get(SCHEDULER_NODE);
    const ended = new Promise<void>((resolve) => {
      node.events.subscribe({ names: ['scheduler:execution.completed'], listener: () => resolve() });
    });
    await node.start();
    await node.scheduler.runNow('health-check');
    await ended;
    await node.stop();
    const history = await scheduler('schedule:history', 'health-check', '--json');
    expect(JSON.parse(history.stdout)).toMatchObject({ executions: [{ status: 'success' }] });
    const doctor = await scheduler('doctor', '--json');
    expect(doctor).toMatchObject({ code: 0, stderr: '' });
  });
});
