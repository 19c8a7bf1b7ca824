import {
  ConfigurationInvalid,
  defineHandler,
  type JobContext,
  type JobHandler,
  JobResult,
  PayloadInvalid,
  toMilliseconds,
} from '@scheduler/contracts';
import { accepting, checkInput, fields, optional } from '@scheduler/contracts/adapter';
import { runShellCommand, type ShellCommandEnd } from './run-shell-command.js';
import {
  checkShellCommandOptions,
  type ShellCommandOptions,
  type ShellCommandPayload,
  texts,
} from './shell-command-options.js';

/** The job type of `createShellCommandHandler`, unless it is given another. */
export const SHELL_COMMAND = 'shell_command';

const OUTPUT_LIMIT = 16_384;
const KILL_AFTER = '5s';
const SHOWN_OF_STDERR = 500;
/** What commands usually need, and nothing that holds secrets. */
const INHERITED = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'];

/** A command that ended with an exit code other than 0, or by a signal. */
export class ShellCommandFailed extends Error {
  readonly code = 'SHELL_COMMAND_FAILED';

  constructor(readonly end: ShellCommandEnd) {
    const how =
      end.exitCode === null ? `was ended by ${end.endedBy}` : `ended with exit code ${end.exitCode}`;
    const stderr = end.stderr.trim().slice(-SHOWN_OF_STDERR);
    super(`the command ${how}${stderr === '' ? '' : `: ${stderr}`}`);
    this.name = 'ShellCommandFailed';
  }
}

/**
 * A handler that runs commands, as cron does. There is none unless an application registers it, because whoever may create jobs of its type
 * may then run what `allow` accepts as the user of this process. Needs POSIX.
 *
 * @example
 * createShellCommandHandler({ allow: (command) => ['/opt/backup/run.sh --full', '/opt/report/run.sh'].includes(command) });
 */
export function createShellCommandHandler(options: ShellCommandOptions): JobHandler<ShellCommandPayload> {
  checkShellCommandOptions(options);
  if (process.platform === 'win32')
    throw new ConfigurationInvalid({
      field: 'options',
      value: process.platform,
      problem: 'needs process groups, which Windows does not have',
      accepted: 'a handler of your own there',
    });
  return defineHandler<ShellCommandPayload>({
    type: options.type ?? SHELL_COMMAND,
    validate: (payload) => checkPayload(payload, options),
    handle: (job, context) => {
      checkPayload(job.payload, options);
      return run(job.payload, options, context);
    },
  });
}

async function run(payload: ShellCommandPayload, options: ShellCommandOptions, context: JobContext) {
  const { timeout, killAfter = KILL_AFTER, shell = '/bin/sh', outputLimit = OUTPUT_LIMIT } = options;
  const limit = timeout === undefined ? [] : [AbortSignal.timeout(toMilliseconds(timeout))];
  const signal = AbortSignal.any([context.signal, ...limit]);
  signal.throwIfAborted();
  const end = await runShellCommand({
    shell,
    command: payload.command,
    env: environment(payload, options),
    cwd: options.cwd,
    stdin: payload.stdin ?? '',
    outputLimit,
    signal,
    killAfterMs: toMilliseconds(killAfter),
  });
  signal.throwIfAborted();
  if (end.exitCode === 0) {
    const { exitCode, stdout, stderr, isCut } = end;
    return JobResult.success({ exitCode, stdout, stderr, isCut });
  }
  context.log.warn('what the failed command wrote', { stdout: end.stdout, stderr: end.stderr });
  return JobResult.failure({ error: new ShellCommandFailed(end) });
}

function environment(payload: ShellCommandPayload, { env }: ShellCommandOptions): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(inherited), ...payload.env, ...env };
}

const command = accepting(
  (value) => typeof value === 'string' && value.trim() !== '' && !value.includes('\u0000'),
  'is not a command',
  "a text for the shell, such as '/opt/backup/run.sh --full'",
);
const input = accepting((value) => typeof value === 'string', 'is not a text', 'a text');
const PAYLOAD = fields(
  { command, stdin: optional(input), env: optional(texts) },
  "{ command }, such as { command: '/opt/backup/run.sh' }",
);

function checkPayload(payload: unknown, options: ShellCommandOptions): void {
  checkInput({ value: payload, check: PAYLOAD, field: 'payload', error: PayloadInvalid });
  const given = payload as ShellCommandPayload;
  const { allow, payloadEnv } = options;
  const names = payloadEnv ?? (allow === true ? null : []);
  const refused =
    names === null ? undefined : Object.keys(given.env ?? {}).find((name) => !names.includes(name));
  if (refused !== undefined)
    throw new PayloadInvalid({
      field: `payload.env.${refused}`,
      value: refused,
      problem: 'may not be set by a payload',
      accepted: names?.length ? names.join(', ') : 'no variable, unless payloadEnv of the handler names it',
    });
  if (allow === true || allow(given.command, given) === true) return;
  throw new PayloadInvalid({
    field: 'payload.command',
    value: given.command,
    problem: 'is not allowed by this application',
    accepted: 'what `allow` of createShellCommandHandler accepts',
  });
}
