import {
  type CompletedOption,
  type CompletedPlace,
  type CompletionSpec,
  placesOf,
} from './completion-spec.js';
import { listNamesCommand, quoted } from './shell-text.js';

/** The script works with `source <(…)`, or as a file `_scheduler` in a folder of $fpath. */
export function zshScript(spec: CompletionSpec): string {
  return `#compdef scheduler
# zsh completion for scheduler; load it with: source <(scheduler completion zsh)

_scheduler_options() {
  local -a options=(
${described(spec.options)}
  )
  case "$1" in
${spec.commands
  .filter(({ options }) => options.length > 0)
  .map(({ name, options }) => `    ${quoted(name)}) options+=(\n${described(options)}\n    ) ;;`)
  .join('\n')}
  esac
  _describe -o 'option' options
}

_scheduler_takes_value() {
  case "$1 $2" in
${[...valued(spec.options).map((option) => `    *' ${option}') return 0 ;;`), ...takers(spec)].join('\n')}
  esac
  return 1
}

# Values of an option or argument; without any, files are offered.
_scheduler_values() {
  case "$1 $2" in
${placesOf(spec).flatMap(valueCase).join('\n')}
    *) _files ;;
  esac
}

${functionSource(spec)}`;
}

/** The completion function: the words before the cursor decide what is completed. */
const functionSource = ({ commands }: CompletionSpec) => `_scheduler() {
  local command='' option='' word
  integer place=0 index
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      _scheduler_takes_value "$command" "$word" && option=$word
    elif [[ -z $command ]]; then
      command=$word
    else
      ((place += 1))
    fi
  done

  if [[ -n $option ]]; then
    _scheduler_values "$command" "$option"
  elif [[ $words[CURRENT] == -* ]]; then
    _scheduler_options "$command"
  elif [[ -z $command ]]; then
    local -a commands=(
${commands.map(({ name, description }) => `      ${entry(name, description)}`).join('\n')}
    )
    _describe 'command' commands
  else
    _scheduler_values "$command" "$place"
  fi
}

if [[ $funcstack[1] == _scheduler ]]; then
  _scheduler "$@"
else
  compdef _scheduler scheduler
fi
`;

/** An entry for `_describe`, where a colon ends the word unless it is escaped. */
const entry = (word: string, description: string) => quoted(`${word.replaceAll(':', '\\:')}:${description}`);

const described = (options: readonly CompletedOption[]) =>
  options
    .flatMap(({ names, description }) =>
      names.filter((name) => name.startsWith('--')).map((name) => `      ${entry(name, description)}`),
    )
    .join('\n');

const valued = (options: readonly CompletedOption[]) =>
  options.filter(({ value }) => value !== null).flatMap(({ names }) => names);

const takers = ({ commands }: CompletionSpec) =>
  commands.flatMap(({ name, options }) =>
    valued(options).map((option) => `    ${quoted(`${name} ${option}`)}) return 0 ;;`),
  );

function valueCase({ key, value }: CompletedPlace): readonly string[] {
  if (value.choices.length > 0) {
    return [`    ${quoted(key)}) compadd -- ${value.choices.map(quoted).join(' ')} ;;`];
  }
  return value.kind === null
    ? []
    : [`    ${quoted(key)}) compadd -- \${(f)"$(${listNamesCommand(value.kind)})"} ;;`];
}
