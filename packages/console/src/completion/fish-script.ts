import type { CompletedOption, CompletedValue, CompletionSpec } from './completion-spec.js';
import { listNamesCommand, fishQuoted } from './shell-text.js';

/** A fish script has one line for each thing that can be completed. */
export function fishScript({ commands, options }: CompletionSpec): string {
  return `# fish completion for scheduler; load it with: scheduler completion fish | source

# The command on the line, after any global options.
function __scheduler_command
    set -l words (commandline -opc)
    set -e words[1]
    set -l skip 0
    for word in $words
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch $word
            case ${globalsWithValue(options)}
                set skip 1
            case '-*'
                continue
            case '*'
                echo $word
                return 0
        end
    end
    return 1
end

function __scheduler_needs_command
    not __scheduler_command >/dev/null
end

function __scheduler_uses
    test (__scheduler_command; or echo) = $argv[1]
end

${options.flatMap((option) => optionLines(option, null)).join('\n')}

${commands
  .map(
    ({ name, description }) =>
      `complete -c scheduler -n __scheduler_needs_command -f -a ${fishQuoted(name)} -d ${fishQuoted(description)}`,
  )
  .join('\n')}

${commands
  .flatMap((command) => [
    ...command.options.flatMap((option) => optionLines(option, command.name)),
    ...command.arguments.flatMap((value) => argumentLines(value, command.name)),
  ])
  .join('\n')}
`;
}

const globalsWithValue = (options: readonly CompletedOption[]) =>
  options
    .filter(({ value }) => value !== null)
    .flatMap(({ names }) => names)
    .join(' ');

const condition = (command: string | null) =>
  command === null ? '' : ` -n ${fishQuoted(`__scheduler_uses ${command}`)}`;

function optionLines({ names, description, value }: CompletedOption, command: string | null): string[] {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const takes = value === null ? '' : valueFlags(value);
  return [
    `complete -c scheduler${condition(command)} ${flags.join(' ')}${takes} -d ${fishQuoted(description)}`,
  ];
}

/** A value without candidates may be a file. */
function valueFlags(value: CompletedValue): string {
  const candidates = candidatesOf(value);
  return candidates === null ? ' -r' : ` -x -a ${candidates}`;
}

function argumentLines(value: CompletedValue, command: string): string[] {
  const candidates = candidatesOf(value);
  return candidates === null ? [] : [`complete -c scheduler${condition(command)} -f -a ${candidates}`];
}

function candidatesOf({ choices, kind }: CompletedValue): string | null {
  if (choices.length > 0) return fishQuoted(choices.join(' '));
  return kind === null ? null : fishQuoted(`(${listNamesCommand(kind)})`);
}
