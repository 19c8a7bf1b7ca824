import { temporaryFolders } from '../test-support/temporary-folder.js';
import { runReferenceApp } from './run-reference-app.js';

describe('runReferenceApp', () => {
  const newFolder = temporaryFolders();

  async function run(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const lines: string[] = [];
    await runReferenceApp({
      env: { REFERENCE_DATA_DIR: newFolder(), ...env },
      print: (line) => lines.push(line),
      printError: (line) => lines.push(`error: ${line}`),
      stopRequested: Promise.resolve(),
    });
    return lines;
  }

  it('says what is scheduled, and stops when it is asked to', async () => {
    const lines = await run({ REFERENCE_PACE: 'real' });
    expect(lines[0]).toMatch(/^Back office on @scheduler: store memory, pace real, files in /);
    expect(lines.filter((line) => line.includes('next ')).map((line) => line.trim().split(' ')[0])).toEqual([
      'weekly-sales-report',
      'daily-orders-export',
      'reindex-help-center',
      'daily-cleanup',
      'health-check',
    ]);
    expect(lines.slice(-2)).toEqual(['stopping …', 'stopped: 0 executions completed; 0 failed']);
  });

  it('adds a scene and frequent schedules at demo pace', async () => {
    const lines = await run({});
    expect(lines.some((line) => line.includes('demo-sales-report'))).toBe(true);
    expect(lines.some((line) => line.includes('Ada signed up'))).toBe(true);
  });

  it.each([
    [
      { SCHEDULER_STORE: 'sqlite' },
      'SCHEDULER_STORE: is not a store that this application can run on, got "sqlite"; accepted: memory',
    ],
    [{ SCHEDULER_STOER: 'memory' }, 'did you mean SCHEDULER_STORE?'],
    [{ REFERENCE_PACE: 'slow' }, 'REFERENCE_PACE: is not a pace, got "slow"; accepted: demo or real'],
  ])('refuses %j', async (env, message) => {
    await expect(run(env)).rejects.toThrow(message);
  });
});
