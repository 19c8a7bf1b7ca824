import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '@scheduler/core';
import { createKnexStore } from '@scheduler/knex';

const INSTANTS = 3;
const RUNNER = join(__dirname, '../../knex/src/test-support/run-typescript.cjs');

function urlOf(name: 'sqlite' | 'postgres'): string | undefined {
  if (name === 'postgres') return process.env['SCHEDULER_TEST_POSTGRES_URL'];
  return `sqlite:${join(mkdtempSync(join(tmpdir(), 'scheduler-nest-')), 'jobs.db')}`;
}

/** Resolves when the process has sent enough. */
function until(child: ChildProcess, isEnough: (message: unknown) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => isEnough(message) && resolve());
    child.once('exit', (code) => reject(new Error(`the process has ended with ${code}`)));
  });
}

describe.each(['sqlite', 'postgres'] as const)('two processes of Nest on %s', (name) => {
  const url = urlOf(name);
  const test = url === undefined ? it.skip : it;

  test('run a method with @Cron once for each instant, and stop on SIGTERM', async () => {
    const prefix = `n${randomBytes(4).toString('hex')}_`;
    const store = createKnexStore({ connection: url ?? '', clock: new SystemClock(), tablePrefix: prefix });
    await store.migrations?.up();
    const start = () =>
      fork(join(__dirname, 'test-support/application-process.ts'), [url ?? '', prefix], {
        execArgv: ['--conditions=@scheduler/source', '-r', RUNNER],
        env: { PATH: process.env['PATH'] ?? '' },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
    const children = [start(), start()];
    const instants: string[] = [];
    try {
      await Promise.all(children.map((child) => until(child, (message) => message === 'ready')));
      await Promise.race(
        children.map((child) =>
          until(child, (message) => {
            if (message !== 'ready') instants.push(String(message));
            return instants.length >= INSTANTS;
          }),
        ),
      );
    } finally {
      const ends = children.map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGTERM');
      await Promise.all(ends);
      while (((await store.migrations?.down()) ?? null) !== null);
      await store.close();
    }
    expect(new Set(instants).size).toBe(instants.length);
    expect(instants.every((instant) => instant.endsWith('.000Z'))).toBe(true);
  });
});
