import { Argument, Command as Program, CommanderError, Option } from 'commander';
import type { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandSummary } from '../command/command-context.js';
import { type CommandInput, ParsedInput } from '../command/command-input.js';
import { groupOf } from './command-group.js';
import { ConsoleError, UsageError } from '../output/console-error.js';
import { GLOBAL_OPTIONS } from './global-options.js';

export interface CommandLine {
  readonly argv: readonly string[];
  readonly version: string;
  readonly commands: readonly CommandSummary[];
  /** The command that the command line names, with its arguments and options. Null: it names no known command. */
  readonly command: Command | null;
  /** The columns for help. Null: the output is not a terminal. */
  readonly width: number | null;
}

export type Parsed =
  | { readonly kind: 'command'; readonly input: CommandInput }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'version'; readonly text: string };

const HELP_WIDTH = 100;

/** The name of the command, which may stand before or after global options. Null: there is none. */
export function namedCommand(argv: readonly string[]): string | null {
  const program = new Program().helpOption(false).exitOverride().allowUnknownOption();
  program.configureOutput({ writeErr: () => undefined, outputError: () => undefined });
  for (const option of GLOBAL_OPTIONS) program.addOption(toOption(option));
  try {
    const [name = null, subject = null] = program.parseOptions([...argv]).operands;
    return name === 'help' ? subject : name;
  } catch {
    return null;
  }
}

/** Reads the command line with commander, configured so that it neither prints nor ends the process. */
export function parseCommandLine(line: CommandLine): Parsed {
  let printed = '';
  let parsed: Parsed | null = null;
  const program = makeProgram(line, (text) => (printed += text));
  for (const summary of line.commands) {
    const described = program
      .command(summary.name)
      .description(summary.description)
      .helpGroup(groupHeading(summary));
    if (line.command?.name !== summary.name) continue;
    declare(described, line.command);
    described.action(() => {
      parsed = { kind: 'command', input: inputOf(line.command, described) };
    });
  }
  try {
    program.parse(line.argv, { from: 'user' });
  } catch (error) {
    return withoutCommand(error, printed, line);
  }
  if (parsed === null) throw new UsageError('no command was given; see scheduler --help');
  return parsed;
}

function makeProgram({ version, width }: CommandLine, print: (text: string) => void): Program {
  const program = new Program('scheduler')
    .description('Operates @scheduler: jobs, their schedules and their executions.')
    .usage('<command> [arguments] [options]')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, helpWidth: width ?? HELP_WIDTH })
    .configureOutput({ writeOut: print, writeErr: () => undefined, outputError: () => undefined });
  for (const option of GLOBAL_OPTIONS) program.addOption(toOption(option));
  return program;
}

function declare(program: Program, command: Command): void {
  for (const { name, description, required = true, choices } of command.arguments) {
    const argument = new Argument(required ? `<${name}>` : `[${name}]`, description);
    program.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
  for (const option of command.options) program.addOption(commandOption(command, option));
  if (command.help !== '') program.addHelpText('after', `\n${command.help}`);
}

const GLOBAL_NAMES = new Set(
  [...GLOBAL_OPTIONS.map(toOption), new Option('-V, --version'), new Option('-h, --help')].map(nameOf),
);

/** Refuses an option with the name of a global one: commander would give its value to the console instead of the command. */
function commandOption(command: Command, declared: CommandOption): Option {
  const option = toOption(declared);
  if (!GLOBAL_NAMES.has(nameOf(option))) return option;
  throw new ConsoleError(
    'COMMAND_INVALID',
    `the command '${command.name}' declares ${declared.flags}, which every command has already; choose another name`,
  );
}

function nameOf(option: Option): string {
  return option.attributeName();
}

function toOption({ flags, description, repeatable, choices, default: initial }: CommandOption): Option {
  const option = new Option(flags, description);
  if (choices !== undefined) option.choices(choices);
  if (initial !== undefined) option.default(initial);
  if (repeatable !== true) return option;
  // Commander checks choices for one value only; this parser collects all values.
  const check = option.parseArg;
  return option.argParser((value: string, previous: unknown) => {
    check?.(value, undefined);
    return [...(Array.isArray(previous) ? previous : []), value];
  });
}

function inputOf(command: Command | null, program: Program): CommandInput {
  const values = new Map<string, string>();
  command?.arguments.forEach(({ name }, index) => {
    const value: unknown = program.processedArgs[index];
    if (typeof value === 'string') values.set(name, value);
  });
  return new ParsedInput(values, program.opts());
}

function withoutCommand(error: unknown, printed: string, { argv, commands }: CommandLine): Parsed {
  if (!(error instanceof CommanderError)) throw error;
  if (error.code === 'commander.version') return { kind: 'version', text: printed.trim() };
  if (error.exitCode === 0) return { kind: 'help', text: printed };
  const unknown = namedCommand(argv) ?? '';
  if (error.code === 'commander.help')
    throw unknownCommand(`unknown command '${unknown}'`, unknown, commands);
  const message = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (error.code === 'commander.unknownCommand') throw unknownCommand(message, unknown, commands);
  throw new UsageError(message);
}

/** A word that is the name of a group, such as `schedule`, gets the commands of that group as a hint. */
function unknownCommand(message: string, word: string, commands: readonly CommandSummary[]): UsageError {
  const group = commands.map(({ name }) => name).filter((name) => name.startsWith(`${word}:`));
  const hint = group.length === 0 ? '' : ` (Did you mean one of ${group.join(', ')}?)`;
  return new UsageError(`${message}${hint}; see scheduler list`);
}

function groupHeading({ name }: CommandSummary): string {
  const group = groupOf(name);
  return group === '' ? 'Commands:' : `${group}:`;
}
