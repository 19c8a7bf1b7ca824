import { availableParallelism } from 'node:os';

const DEFAULTS = {
  seconds: 10,
  seed: 1,
  seeds: 3,
  runs: 1_000,
  items: 10_000,
  queue: 'store',
  parallel: Math.min(3, availableParallelism()),
};

const OPTIONS = {
  '--all': { flag: 'all' },
  '--json': { flag: 'json' },
  '--help': { flag: 'help' },
  '--keep-logs': { flag: 'keepLogs' },
  '--store': { names: 'stores' },
  '--queue': { names: 'queues' },
  '--fault': { names: 'faults' },
  '--seconds': { number: 'seconds' },
  '--runs': { number: 'runs' },
  '--items': { number: 'items' },
  '--seed': { number: 'seed' },
  '--seeds': { number: 'seeds' },
  '--side-by-side': { number: 'parallel' },
};

/** An invalid argument of the command line. The message names the valid ones. */
export class Refusal extends Error {}

/**
 * Reads the command line.
 *
 * @param argv the arguments
 * @param known names of `stores`, `queues` and `faults`, `needsRedis(fault)`, and `didYouMean(word, names)`
 * @returns `{ help, json, keepLogs, stores, queues, faults, seconds, sizes: { runs, items }, seeds: [numbers] }`
 * @throws Refusal
 */
export function readArguments(argv, known) {
  const options = {
    all: false,
    json: false,
    help: false,
    keepLogs: false,
    stores: [],
    queues: [],
    faults: [],
  };
  for (let at = 0; at < argv.length; at += 1) {
    const [name, attached] = splitOnce(argv[at]);
    const option = OPTIONS[name] ?? refuse('option', name, { names: Object.keys(OPTIONS), ...known });
    if (option.flag) options[option.flag] = true;
    else {
      const value = attached ?? argv[(at += 1)];
      if (value === undefined) throw new Refusal(`${name} needs a value.`);
      if (option.number) options[option.number] = toNumber(name, value);
      else
        options[option.names].push(
          ...namesOf({ kind: name.slice(2), names: known[option.names], value }, known),
        );
    }
  }
  return completed(options, known);
}

function splitOnce(text) {
  const at = text.indexOf('=');
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function namesOf({ kind, names, value }, known) {
  return value
    .split(',')
    .map((name) => (names.includes(name) ? name : refuse(kind, name, { names, ...known })));
}

function refuse(kind, word, { names, didYouMean }) {
  const meant = didYouMean(word, names);
  const hint = meant === null ? '' : ` Did you mean '${meant}'?`;
  throw new Refusal(`There is no ${kind} '${word}'.${hint} There are: ${names.join(', ')}.`);
}

function toNumber(name, value) {
  const number = Number(value);
  if (value.trim() !== '' && Number.isInteger(number) && number >= 1) return number;
  throw new Refusal(`${name} is '${value}': it must be a whole number, at least 1.`);
}

function completed(options, known) {
  const { all, help, json, keepLogs, seconds = DEFAULTS.seconds, seed = DEFAULTS.seed } = options;
  if (!help && !all && options.faults.length === 0 && options.stores.length === 0)
    throw new Refusal('Name a --fault and a --store, or use --all.');
  const queues = options.queues.length > 0 ? options.queues : [DEFAULTS.queue];
  // A single run has one seed by default, the whole matrix several.
  const count = options.seeds ?? (all ? DEFAULTS.seeds : 1);
  return {
    help,
    json,
    keepLogs,
    seconds,
    sizes: { runs: options.runs ?? DEFAULTS.runs, items: options.items ?? DEFAULTS.items },
    parallel: options.parallel ?? DEFAULTS.parallel,
    seeds: Array.from({ length: count }, (_, index) => seed + index),
    stores: options.stores.length > 0 ? options.stores : known.stores,
    queues,
    faults: faultsOf(options.faults, queues, known),
  };
}

/** Faults of Redis need a queue on Redis. */
function faultsOf(chosen, queues, { faults, needsRedis }) {
  if (queues.includes('bullmq')) return chosen.length > 0 ? chosen : faults;
  const unsupported = chosen.find(needsRedis);
  if (unsupported !== undefined)
    throw new Refusal(`${unsupported} is a fault of Redis: it needs --queue bullmq.`);
  return chosen.length > 0 ? chosen : faults.filter((name) => !needsRedis(name));
}
