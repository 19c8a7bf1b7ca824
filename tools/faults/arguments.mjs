import { availableParallelism } from 'node:os';

const DEFAULTS = {
  seconds: 10,
  seed: 1,
  seeds: 3,
  queue: 'store',
  sideBySide: Math.min(3, availableParallelism()),
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
  '--seed': { number: 'seed' },
  '--seeds': { number: 'seeds' },
  '--side-by-side': { number: 'sideBySide' },
};

/** Something that was asked for cannot be; the message says what can. */
export class Refusal extends Error {}

/**
 * What is asked for on the command line.
 *
 * @param argv the arguments
 * @param known names of `stores`, `queues` and `faults`, `strikesRedis(fault)`, and `didYouMean(word, names)`
 * @returns `{ help, json, keepLogs, stores, queues, faults, seconds, seeds: [numbers] }`
 * @throws Refusal
 */
export function readArguments(argv, known) {
  const asked = { all: false, json: false, help: false, keepLogs: false, stores: [], queues: [], faults: [] };
  for (let at = 0; at < argv.length; at += 1) {
    const [name, attached] = splitOnce(argv[at]);
    const option = OPTIONS[name] ?? refuse('option', name, { names: Object.keys(OPTIONS), ...known });
    if (option.flag) asked[option.flag] = true;
    else {
      const value = attached ?? argv[(at += 1)];
      if (value === undefined) throw new Refusal(`${name} needs a value.`);
      if (option.number) asked[option.number] = toNumber(name, value);
      else
        asked[option.names].push(
          ...namesOf({ kind: name.slice(2), names: known[option.names], value }, known),
        );
    }
  }
  return completed(asked, known);
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
  throw new Refusal(`${name} is '${value}': it must be a whole number from 1 on.`);
}

function completed(asked, known) {
  const { all, help, json, keepLogs, seconds = DEFAULTS.seconds, seed = DEFAULTS.seed } = asked;
  if (!help && !all && asked.faults.length === 0 && asked.stores.length === 0)
    throw new Refusal('Say which --fault and --store, or --all.');
  const queues = asked.queues.length > 0 ? asked.queues : [DEFAULTS.queue];
  // A run that is asked for by name is one run; the whole matrix is run with several seeds.
  const count = asked.seeds ?? (all ? DEFAULTS.seeds : 1);
  return {
    help,
    json,
    keepLogs,
    seconds,
    sideBySide: asked.sideBySide ?? DEFAULTS.sideBySide,
    seeds: Array.from({ length: count }, (_, index) => seed + index),
    stores: asked.stores.length > 0 ? asked.stores : known.stores,
    queues,
    faults: faultsOf(asked.faults, queues, known),
  };
}

/** Without a queue on Redis nothing can strike it. */
function faultsOf(asked, queues, { faults, strikesRedis }) {
  if (queues.includes('bullmq')) return asked.length > 0 ? asked : faults;
  const inVain = asked.find(strikesRedis);
  if (inVain !== undefined) throw new Refusal(`${inVain} strikes Redis: it needs --queue bullmq.`);
  return asked.length > 0 ? asked : faults.filter((name) => !strikesRedis(name));
}
