import { didYouMean } from '@scheduler/contracts/adapter';

/** Something that was asked for cannot be; the message says what can. */
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

export interface Asked {
  readonly task: Task;
  readonly json: boolean;
}

export const USAGE = `usage: npm run sim -- [what]

  --seeds <n>          runs with the seeds 1 to n (500 unless told); --first <seed> begins elsewhere
  --exhaustive         every kind of fault at every call of three short workloads
  --mutants            planted bugs: each must be found within 300 seeds
  --seed <n>           one run again, shrunk to the faults that it needs to fail
    --faults "<list>"  with these faults and no others, such as "n1.1:57 crash_after 0"
    --workload <name>  with a short workload instead of the whole
    --mutant <name>    with a planted bug
  --json               what was found, as JSON

Exit code 1: a promise was broken, or a planted bug was not found.`;

const NUMBERS = ['--seeds', '--first', '--seed'] as const;
const TEXTS = ['--faults', '--mutant', '--workload'] as const;
const FLAGS = ['--exhaustive', '--mutants', '--json', '--help'] as const;
const ALL: readonly string[] = [...NUMBERS, ...TEXTS, ...FLAGS];

const MOST_SEEDS_FOR_A_MUTANT = 300;

/** @throws Refusal */
export function readArguments(argv: readonly string[]): Asked {
  const given = readPairs(argv);
  const number = (name: (typeof NUMBERS)[number], byDefault: number) => {
    const text = given.get(name);
    return text === undefined ? byDefault : toNumber(name, text);
  };
  const text = (name: (typeof TEXTS)[number]) => given.get(name) ?? null;
  const json = given.has('--json');
  if (given.has('--help')) return { task: { kind: 'help' }, json };
  if (given.has('--exhaustive')) return { task: { kind: 'exhaustive' }, json };
  if (given.has('--mutants'))
    return { task: { kind: 'mutants', count: number('--seeds', MOST_SEEDS_FOR_A_MUTANT) }, json };
  if (!given.has('--seed'))
    return { task: { kind: 'seeds', first: number('--first', 1), count: number('--seeds', 500) }, json };
  const [faults, mutant, workload] = [text('--faults'), text('--mutant'), text('--workload')];
  return { task: { kind: 'replay', seed: number('--seed', 1), faults, mutant, workload }, json };
}

function readPairs(argv: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const [name = '', attached] = (argv[at] ?? '').split(/=(.*)/s);
    if (!ALL.includes(name)) throw new Refusal(`There is no option '${name}'.${hint(name)}\n\n${USAGE}`);
    const takesValue = !(FLAGS as readonly string[]).includes(name);
    const value = takesValue ? (attached ?? argv[(at += 1)]) : '';
    if (value === undefined) throw new Refusal(`${name} needs a value.`);
    given.set(name, value);
  }
  return given;
}

function hint(name: string): string {
  const meant = didYouMean(name, ALL);
  return meant === null ? '' : ` Did you mean ${meant}?`;
}

function toNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= 1) return number;
  throw new Refusal(`${name} is '${text}': it must be a whole number from 1 on.`);
}
