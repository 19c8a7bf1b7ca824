import { ConfigurationInvalid, type InputIssue } from '@scheduler/contracts';
import { didYouMean } from '@scheduler/contracts/adapter';
import { type Described, type Sections, sectionsOf } from './described.js';
import { ENVIRONMENT, variableOf, type Variables } from './environment.js';

const PREFIX = 'SCHEDULER_';
/** Prefixes of variables that tests and tools read. */
const FOREIGN = ['SCHEDULER_TEST_'];

type Settings = Record<string, unknown>;
type Environment = Readonly<Record<string, string | undefined>>;

/** The variables of the scheduler and of the described sections. */
export function variablesOf(sections: Sections): Variables {
  const described = [...sections].flatMap(([section, settings]) =>
    Object.entries(settings).flatMap(([key, setting]) =>
      setting.variable === undefined
        ? []
        : [[setting.variable, variableOf([section, key], setting)] as const],
    ),
  );
  const misnamed = described.find(([name]) => !isOfAStore(name));
  if (misnamed !== undefined) throw notAName(misnamed[0]);
  return { ...ENVIRONMENT, ...Object.fromEntries(described) };
}

function notAName(variable: string): ConfigurationInvalid {
  return new ConfigurationInvalid({
    field: variable,
    value: undefined,
    problem: 'cannot be the variable of a store or a queue',
    accepted: 'SCHEDULER_<SECTION>_<SETTING>, where the scheduler has no variables of that section itself',
  });
}

export interface EnvironmentRules {
  readonly variables: Variables;
  /** True: what looks like a variable of a store that is not described is left unread. */
  readonly ignoresOtherStores: boolean;
}

/** The settings that the environment gives. An unknown `SCHEDULER_*` variable is refused: it is a typing error. */
export function readEnvironment(env: Environment, rules: EnvironmentRules): Settings {
  const { variables } = rules;
  const issues: InputIssue[] = [];
  const settings: Settings = {};
  for (const [name, text] of ownVariables(env)) {
    const known = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = known?.read(text.trim());
    if (known === undefined) issues.push(...unknownVariable(name, rules));
    else if (value === undefined)
      issues.push({ field: name, value: text, problem: 'cannot be read', accepted: known.accepted });
    else put(settings, known.path, value);
  }
  if (issues.length > 0) throw new ConfigurationInvalid(issues);
  return settings;
}

export interface UnknownVariable {
  readonly name: string;
  /** The known variable that was probably meant. Null: none is near. */
  readonly meant: string | null;
}

/** Variables that begin like those of the scheduler and are not known. Without descriptions the variables of stores are not checked. */
export function unknownVariables(env: Environment, described: Described = {}): readonly UnknownVariable[] {
  const variables = variablesOf(sectionsOf(described));
  const names = Object.keys(variables);
  return ownVariables(env)
    .filter(([name]) => !Object.hasOwn(variables, name))
    .map(([name]) => ({ name, meant: didYouMean(name, names) }))
    .filter(({ name, meant }) => described.stores !== undefined || meant !== null || !isOfAStore(name));
}

/** The variables under our prefix that are set and not read by tests or tools. */
function ownVariables(env: Environment): readonly (readonly [string, string])[] {
  return Object.entries(env).flatMap(([name, text]) => {
    const isOwn = name.startsWith(PREFIX) && !FOREIGN.some((prefix) => name.startsWith(prefix));
    return isOwn && text !== undefined && text !== '' ? [[name, text] as const] : [];
  });
}

/** The variable that sets the setting at `path`, for messages. Null: none does. */
export function variableFor(path: string, variables: Variables): string | null {
  return Object.keys(variables).find((name) => variables[name]?.path.join('.') === path) ?? null;
}

function unknownVariable(name: string, { variables, ignoresOtherStores }: EnvironmentRules): InputIssue[] {
  const names = Object.keys(variables);
  const meant = didYouMean(name, names);
  if (meant === null && ignoresOtherStores && isOfAStore(name)) return [];
  const problem =
    meant === null ? 'is not a known variable' : `is not a known variable; did you mean ${meant}?`;
  return [{ field: name, value: undefined, problem, accepted: names.join(', ') }];
}

const OWN_WORDS = new Set(Object.keys(ENVIRONMENT).map(firstWord));

/** Variables of stores are called `SCHEDULER_<SECTION>_<SETTING>`, and no section is called like a group of our own. */
function isOfAStore(name: string): boolean {
  return /^SCHEDULER_[A-Z0-9]+_[A-Z0-9_]+$/.test(name) && !OWN_WORDS.has(firstWord(name));
}

function firstWord(name: string): string {
  return name.slice(PREFIX.length).split('_')[0] ?? '';
}

function put(settings: Settings, [section, key]: readonly string[], value: unknown): void {
  if (section === undefined) return;
  settings[section] =
    key === undefined ? value : { ...(settings[section] as Settings | undefined), [key]: value };
}
