import { didYouMean } from '@scheduler/contracts/adapter';

/** An invalid argument of the command line. The message names the valid ones. */
export class Refusal extends Error {}

export type Task =
  | { readonly kind: 'help' }
  | { readonly kind: 'seeds'; readonly first: number; readonly count: number }
  | {
      readonly kind: 'replay';
      readonly seed: number;
      readonly faults: string | null;
      readonly mutant: string | null;
      readonly workload: string | null;
    }
  | { readonly kind: 'exhaustive' }
  | { readonly kind: 'mutants'; readonly count: number };

export interface CommandLine {
  readonly task: Task;
  readonly json: boolean;
}

export const USAGE = `usage: npm run sim -- [what]

  --seeds <n>          runs with the seeds 1 to n (default 500); --first <seed> begins with another seed
  --exhaustive         every kind of fault at every call of four short workloads
  --mutants            planted bugs: each must be found within 300 seeds
  --seed <n>           one run again, shrunk to the faults that it needs to fail
    --faults "<list>"  with these faults and no others, such as "n1.1:57 crash_after 0"
    --workload <name>  with a short workload instead of the full one
    --mutant <name>    with a planted bug
  --json               prints the result as JSON

Exit code 1: a promise was broken, or a planted bug was not found.`;

const NUMBERS = ['--seeds', '--first', '--seed'] as const;
const TEXTS = ['--faults', '--mutant', '--workload'] as const;
const FLAGS = ['--exhaustive', '--mutants', '--json', '--help'] as const;
const ALL: readonly string[] = [...NUMBERS, ...TEXTS, ...FLAGS];

const DEFAULT_SEEDS_PER_MUTANT = 300;

/** @throws Refusal */
export function readArguments(argv: readonly string[]): CommandLine {
  const options = readPairs(argv);
  const number = (name: (typeof NUMBERS)[number], byDefault: number) => {
    const text = options.get(name);
    return text === undefined ? byDefault : toNumber(name, text);
  };
  const text = (name: (typeof TEXTS)[number]) => options.get(name) ?? null;
  const json = options.has('--json');
  if (options.has('--help')) return { task: { kind: 'help' }, json };
  if (options.has('--exhaustive')) return { task: { kind: 'exhaustive' }, json };
  if (options.has('--mutants'))
    return { task: { kind: 'mutants', count: number('--seeds', DEFAULT_SEEDS_PER_MUTANT) }, json };
  if (!options.has('--seed'))
    return { task: { kind: 'seeds', first: number('--first', 1), count: number('--seeds', 500) }, json };
  const [faults, mutant, workload] = [text('--faults'), text('--mutant'), text('--workload')];
  return { task: { kind: 'replay', seed: number('--seed', 1), faults, mutant, workload }, json };
}

function readPairs(argv: readonly string[]): ReadonlyMap<string, string> {
  const options = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const [name = '', attached] = (argv[at] ?? '').split(/=(.*)/s);
    if (!ALL.includes(name)) throw new Refusal(`There is no option '${name}'.${hint(name)}\n\n${USAGE}`);
    const takesValue = !(FLAGS as readonly string[]).includes(name);
    const value = takesValue ? (attached ?? argv[(at += 1)]) : '';
    if (value === undefined) throw new Refusal(`${name} needs a value.`);
    options.set(name, value);
  }
  return options;
}

function hint(name: string): string {
  const meant = didYouMean(name, ALL);
  return meant === null ? '' : ` Did you mean ${meant}?`;
}

function toNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= 1) return number;
  throw new Refusal(`${name} is '${text}': it must be a whole number, at least 1.`);
}
