import type { CommandDeclaration, CommandOption } from '../command/command-declaration.js';
import { GLOBAL_OPTIONS } from '../command-line/global-options.js';
import { kindOf, type ValueKind } from './value-kinds.js';

/** The possible values in one position: a fixed list, or a kind of stored names. Both empty: any value. */
export interface CompletedValue {
  readonly choices: readonly string[];
  readonly kind: ValueKind | null;
}

export interface CompletedOption {
  /** Such as `-f` and `--force`. */
  readonly names: readonly string[];
  readonly description: string;
  /** Null: the option takes no value. */
  readonly value: CompletedValue | null;
}

export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly arguments: readonly CompletedValue[];
  readonly options: readonly CompletedOption[];
}

/** All that a completion script needs, for every shell. */
export interface CompletionSpec {
  readonly commands: readonly CompletedCommand[];
  /** The options of every command. */
  readonly options: readonly CompletedOption[];
}

type Described = Pick<CommandDeclaration, 'arguments' | 'description' | 'name' | 'options'>;

const GLOBAL_OPTIONS_AND_HELP: readonly CommandOption[] = [
  ...GLOBAL_OPTIONS,
  { flags: '-h, --help', description: 'print help' },
];

export function completionSpec(commands: readonly Described[]): CompletionSpec {
  return {
    commands: [...commands]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, description, arguments: args, options }) => ({
        name,
        description,
        arguments: args.map((argument) => ({
          choices: argument.choices ?? [],
          kind: kindOf(argument.name),
        })),
        options: options.map(completedOption),
      })),
    options: GLOBAL_OPTIONS_AND_HELP.map(completedOption),
  };
}

const PLACEHOLDER = /[<[]([^>\]]+)[>\]]/;

function completedOption({ flags, description, choices = [] }: CommandOption): CompletedOption {
  const placeholder = PLACEHOLDER.exec(flags)?.[1] ?? null;
  return {
    names: flags.match(/(?<=^|[\s,])--?[a-zA-Z][\w-]*/g) ?? [],
    description,
    value: placeholder === null ? null : { choices, kind: kindOf(placeholder) },
  };
}

/** A position on the command line that takes a value. */
export interface CompletedPlace {
  /** The command with its option or the position of its argument from 0: `init --store`, `schedule:show 0`. */
  readonly key: string;
  readonly value: CompletedValue;
}

/** All positions that take a value, for shells that look them up. */
export function placesOf({ commands }: CompletionSpec): readonly CompletedPlace[] {
  return commands.flatMap(({ name, options, arguments: args }) => [
    ...options.flatMap(({ names, value }) =>
      value === null ? [] : names.map((option) => ({ key: `${name} ${option}`, value })),
    ),
    ...args.map((value, place) => ({ key: `${name} ${place}`, value })),
  ]);
}
