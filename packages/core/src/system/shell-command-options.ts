import { ConfigurationInvalid, type DurationInput } from '@scheduler/contracts';
import {
  accepting,
  checkInput,
  duration,
  either,
  fields,
  isFunction,
  listOf,
  optional,
  text,
  wholeNumber,
} from '@scheduler/contracts/adapter';

/** What a `shell_command` job carries. */
export interface ShellCommandPayload {
  /** What the shell runs, as one argument after `-c`. */
  readonly command: string;
  /** What the command reads. Default: nothing. */
  readonly stdin?: string;
  /** Variables for the command. See `payloadEnv`. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ShellCommandOptions {
  /** True: whoever may create jobs may run any command as the user of this process. A function: only what it accepts. */
  readonly allow: true | ((command: string, payload: ShellCommandPayload) => boolean);
  /** The job type. Default: `shell_command`. */
  readonly type?: string;
  /** The time limit of one attempt, besides that of its job. Default: that of the job alone. */
  readonly timeout?: DurationInput;
  /** How long the command may take to end after SIGTERM, before SIGKILL. Default: 5 s. */
  readonly killAfter?: DurationInput;
  /** The bytes that are kept of each of stdout and stderr: the last ones, at most 65,536. Default: 16,384. */
  readonly outputLimit?: number;
  /** The shell. Default: `/bin/sh`. */
  readonly shell?: string;
  /** The folder in which commands run. Default: that of this process. */
  readonly cwd?: string;
  /** Variables that every command gets. Of this process's own, only a few without secrets are handed on, such as PATH and HOME. */
  readonly env?: Readonly<Record<string, string>>;
  /** The variables that a payload may set. Default: any with `allow: true`, else none, because PATH or LD_PRELOAD make another command of it. */
  readonly payloadEnv?: readonly string[];
}

const MOST_OUTPUT = 65_536;
const allowed = either(
  accepting((value) => value === true, 'is not allowed', 'true'),
  isFunction('a function (command) => boolean'),
);

export const texts = accepting(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(value).every(
      ([name, item]) => /^[a-z_]\w*$/i.test(name) && typeof item === 'string' && !item.includes('\u0000'),
    ),
  'is not a record of variables',
  "texts by name, such as { LANG: 'C' }",
);

const OPTIONS = fields(
  {
    allow: allowed,
    type: optional(text(128)),
    timeout: optional(duration(1)),
    killAfter: optional(duration()),
    outputLimit: optional(wholeNumber(1, MOST_OUTPUT)),
    shell: optional(text(4096)),
    cwd: optional(text(4096)),
    env: optional(texts),
    payloadEnv: optional(listOf(text(256), 'a list of names')),
  } satisfies Record<keyof ShellCommandOptions, unknown>,
  '{ allow: true } or { allow: (command) => boolean }',
);

/** Throws ConfigurationInvalid for options that cannot be used. */
export function checkShellCommandOptions(options: unknown): void {
  checkInput({ value: options, check: OPTIONS, field: 'options', error: ConfigurationInvalid });
}
