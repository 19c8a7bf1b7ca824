import { mkdtempSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HandledJob, JobContext } from '@scheduler/contracts';
import { createShellCommandHandler, ShellCommandFailed } from './shell-command-handler.js';
import type { ShellCommandOptions, ShellCommandPayload } from './shell-command-options.js';

/** The handler reads the signal and the log of its context, and nothing else. */
const run = (
  payload: ShellCommandPayload,
  options: ShellCommandOptions = { allow: true },
  signal = new AbortController().signal,
) =>
  createShellCommandHandler(options).handle(
    { payload } as HandledJob<ShellCommandPayload>,
    { signal, log: { warn: () => undefined } } as unknown as JobContext,
  );

describe('createShellCommandHandler', () => {
  it('runs a command with its input and variables, and keeps what it wrote', async () => {
    const payload = {
      command: 'cat; echo "$GREETING" >&2',
      stdin: 'a;b $(c)\n',
      env: { GREETING: '$(id) `id`' },
    };
    expect(await run(payload)).toEqual({
      kind: 'succeeded',
      output: { exitCode: 0, stdout: 'a;b $(c)\n', stderr: '$(id) `id`\n', isCut: false },
    });
  });

  it('fails with the exit code and the end of stderr', async () => {
    const result = (await run({ command: 'echo no such disk >&2; exit 3' })) as { error: ShellCommandFailed };
    expect(result.error).toBeInstanceOf(ShellCommandFailed);
    expect(result.error.message).toBe('the command ended with exit code 3: no such disk');
  });

  it('hands on no variables of the process but a few', async () => {
    process.env['SCHEDULER_TEST_SECRET'] = 'secret';
    try {
      const { output } = (await run({ command: 'env' }, { allow: true, env: { LANG: 'C' } })) as {
        output: { stdout: string };
      };
      expect(output.stdout).not.toContain('secret');
      expect(output.stdout).toContain('LANG=C\n');
      expect(output.stdout).toContain('PATH=');
    } finally {
      delete process.env['SCHEDULER_TEST_SECRET'];
    }
  });

  it('keeps the end of long output', async () => {
    const result = await run({ command: 'seq 1 5000' }, { allow: true, outputLimit: 10 });
    expect(result).toMatchObject({ output: { stdout: '4999\n5000\n', isCut: true } });
  });

  it.each([
    ['the signal', (reason: Error) => ({ signal: abortedOnce(reason), options: {} })],
    ['its time limit', () => ({ signal: undefined, options: { timeout: 1_000 } })],
  ])('is ended by %s, with everything that it has started', async (_, made) => {
    const file = join(mkdtempSync(join(tmpdir(), 'shell-')), 'pid');
    const { signal, options } = made(new Error('stop'));
    // The inner process ignores SIGTERM, so that only SIGKILL to the whole group ends it.
    const command = `sh -c 'trap "" TERM; echo $$ > ${file}; while :; do sleep 0.05; done' & wait`;
    const ending = run({ command }, { allow: true, killAfter: 100, ...options }, signal?.(file));
    await expect(ending).rejects.toThrow();
    const pid = Number(readFileSync(file, 'utf8'));
    await until(() => !isAlive(pid));
  });

  it('does not wait for what the command leaves running', async () => {
    const { output } = (await run({ command: 'sleep 20 & echo $!' })) as { output: { stdout: string } };
    process.kill(Number(output.stdout), 'SIGKILL');
  });

  it('accepts only what the application allows, when a job is scheduled and when it runs', async () => {
    const options: ShellCommandOptions = { allow: (command) => command === 'true', payloadEnv: ['LANG'] };
    const { validate } = createShellCommandHandler(options);
    expect(() => validate?.({ command: 'true', env: { LANG: 'C' } })).not.toThrow();
    expect(() => validate?.({ command: 'id' })).toThrow(
      /payload.command: is not allowed by this application/,
    );
    expect(() => validate?.({ command: 'true', env: { LD_PRELOAD: 'x' } })).toThrow(/payload.env.LD_PRELOAD/);
    expect(() => run({ command: 'id' }, options)).toThrow(/is not allowed/);
  });

  it.each([
    null,
    {},
    { command: '' },
    { command: 7 },
    { command: 'a', stdin: 1 },
    { command: 'a', env: { 'A=B': 'x' } },
    { command: 'a', shell: 'b' },
  ])('refuses the payload %j', (payload) => {
    expect(() => createShellCommandHandler({ allow: true }).validate?.(payload)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_INVALID' }),
    );
  });

  it.each([
    undefined,
    {},
    { allow: false },
    { allow: 'all' },
    { allow: true, outputLimit: 0 },
    { allow: true, shel: 'x' },
  ])('refuses the options %j: nothing is allowed by default', (options) => {
    expect(() => createShellCommandHandler(options as never)).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION_INVALID' }),
    );
  });
});

/** A signal that is aborted when the command has written its file. */
function abortedOnce(reason: Error): (file: string) => AbortSignal {
  return (file) => {
    const controller = new AbortController();
    void until(() => existsSync(file) && readFileSync(file, 'utf8') !== '').then(() =>
      controller.abort(reason),
    );
    return controller.signal;
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended and was not read by its parent yet is no longer alive.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}
