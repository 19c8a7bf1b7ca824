/** One positional argument. */
export interface CommandArgument {
  readonly name: string;
  readonly description: string;
  /** Default true. */
  readonly required?: boolean;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
}

/** One option, as data. */
export interface CommandOption {
  /** Such as `--limit <n>`, `-f, --force` or `--no-wait`. */
  readonly flags: string;
  readonly description: string;
  /** True: may be given several times; read it with `input.list`. Default false. */
  readonly repeatable?: boolean;
  /** The only values that are accepted. */
  readonly choices?: readonly string[];
  /** The value where the option is not given. */
  readonly default?: string;
}

/** What a command says about itself, for help and completion. */
export interface CommandDeclaration {
  /** `domain:verb`; the part before the colon groups commands. */
  readonly name: string;
  /** One line for lists. */
  readonly description: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  /** Text that `--help` adds at the end, such as examples. */
  readonly help: string;
}
