import {
  type CompletedOption,
  type CompletedPlace,
  type CompletionSpec,
  placesOf,
} from './completion-spec.js';
import { listNamesCommand, quoted } from './shell-text.js';

/** The script never passes candidates to `compgen -W`, which would expand and run commands in them. */
export function bashScript(spec: CompletionSpec): string {
  return `# bash completion for scheduler; load it with: source <(scheduler completion bash)

_scheduler_commands() {
  printf '%s\\n' ${spec.commands.map(({ name }) => quoted(name)).join(' ')}
}

# Options of command $1.
_scheduler_options() {
  printf '%s\\n' ${longNames(spec.options)}
  case "$1" in
${spec.commands
  .filter(({ options }) => options.length > 0)
  .map(({ name, options }) => `    ${quoted(name)}) printf '%s\\n' ${longNames(options)} ;;`)
  .join('\n')}
  esac
}

# Whether option $2 of command $1 takes a value.
_scheduler_takes_value() {
  case "$2" in ${namesOf(valued(spec.options))}) return 0 ;; esac
  case "$1 $2" in
${spec.commands
  .flatMap(({ name, options }) =>
    valued(options).flatMap(({ names }) =>
      names.map((option) => `    ${quoted(`${name} ${option}`)}) return 0 ;;`),
    ),
  )
  .join('\n')}
  esac
  return 1
}

# Values of an option of a command $1, or of its argument: $2 is the option, or the position of the argument from 0.
_scheduler_values() {
  case "$1 $2" in
${placesOf(spec).flatMap(valueCase).join('\n')}
  esac
}

${FUNCTION}
complete -o default -F _scheduler scheduler
`;
}

const valued = (options: readonly CompletedOption[]) => options.filter(({ value }) => value !== null);

const longNames = (options: readonly CompletedOption[]) =>
  options.flatMap(({ names }) => names.filter((name) => name.startsWith('--')).map(quoted)).join(' ');

const namesOf = (options: readonly CompletedOption[]) => options.flatMap(({ names }) => names).join('|');

function valueCase({ key, value }: CompletedPlace): readonly string[] {
  if (value.choices.length > 0) {
    return [`    ${quoted(key)}) printf '%s\\n' ${value.choices.map(quoted).join(' ')} ;;`];
  }
  return value.kind === null ? [] : [`    ${quoted(key)}) ${listNamesCommand(value.kind)} ;;`];
}

/** Splits the line itself, because bash breaks words at colons and the names of our commands contain one. */
const FUNCTION = `_scheduler() {
  local line=\${COMP_LINE:0:COMP_POINT}
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  local count=\${#words[@]} command='' option='' place=0 index word
  local current=\${words[count - 1]}
  for ((index = 1; index < count - 1; index++)); do
    word=\${words[index]}
    if [[ -n $option ]]; then
      option=''
    elif [[ $word == -* ]]; then
      _scheduler_takes_value "$command" "$word" && option=$word
    elif [[ -z $command ]]; then
      command=$word
    else
      place=$((place + 1))
    fi
  done

  local candidates
  if [[ -n $option ]]; then
    candidates=$(_scheduler_values "$command" "$option")
  elif [[ $current == -* ]]; then
    candidates=$(_scheduler_options "$command")
  elif [[ -z $command ]]; then
    candidates=$(_scheduler_commands)
  else
    candidates=$(_scheduler_values "$command" "$place")
  fi

  # Bash splits at colons: the part before the last colon must not be repeated.
  local before=''
  [[ $COMP_WORDBREAKS == *:* && $current == *:* ]] && before=\${current%"\${current##*:}"}
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    [[ -n $candidate && $candidate == "$current"* ]] || continue
    COMPREPLY+=("$(printf '%q' "\${candidate#"$before"}")")
  done <<< "$candidates"
}
`;
