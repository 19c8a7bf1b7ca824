import { UsageError } from '../output/console-error.js';
import { readInstant } from './read-instant.js';

export interface IntegerRange {
  readonly min?: number;
  readonly max?: number;
}

/** The arguments and options of a command. Options are named as on the command line, without leading dashes: `input.text('max-retries')`. */
export interface CommandInput {
  /** A required argument. */
  argument(name: string): string;
  /** An argument that may be missing. */
  optionalArgument(name: string): string | undefined;
  text(option: string): string | undefined;
  flag(option: string): boolean;
  /** The values of a repeatable option. Empty: it is not given. */
  list(option: string): readonly string[];
  integer(option: string, range?: IntegerRange): number | undefined;
  /** ISO 8601; without an offset it is read in the zone, which is UTC unless given. */
  instant(option: string, zone?: string): Date | undefined;
}

export class ParsedInput implements CommandInput {
  constructor(
    private readonly argumentValues: ReadonlyMap<string, string>,
    private readonly optionValues: Readonly<Record<string, unknown>>,
  ) {}

  argument(name: string): string {
    const value = this.argumentValues.get(name);
    if (value === undefined) throw new UsageError(`missing required argument '${name}'`);
    return value;
  }

  optionalArgument(name: string): string | undefined {
    return this.argumentValues.get(name);
  }

  text(option: string): string | undefined {
    const value = this.optionValues[attributeOf(option)];
    return typeof value === 'string' ? value : undefined;
  }

  flag(option: string): boolean {
    return this.optionValues[attributeOf(option)] === true;
  }

  list(option: string): readonly string[] {
    const value = this.optionValues[attributeOf(option)];
    return Array.isArray(value) ? value.map(String) : [];
  }

  integer(option: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: IntegerRange = {}): number | undefined {
    const text = this.text(option);
    if (text === undefined) return undefined;
    const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    const accepted =
      max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`;
    throw new UsageError(`--${option}: ${JSON.stringify(text)} is not accepted; accepted: ${accepted}`);
  }

  instant(option: string, zone?: string): Date | undefined {
    const text = this.text(option);
    return text === undefined ? undefined : readInstant({ text, zone, name: `--${option}` });
  }
}

/** The name under which commander keeps an option: `max-retries` → `maxRetries`. */
function attributeOf(option: string): string {
  return option.replace(/-+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
