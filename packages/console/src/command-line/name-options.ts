import type { InputIssue } from '@scheduler/contracts';
import { formatIssue } from '@scheduler/contracts/adapter';
import type { CommandDeclaration } from '../command/command-declaration.js';
import type { CommandInput } from '../command/command-input.js';

/** The options and arguments behind fields whose names differ from theirs. The first one that was given is meant. */
const TYPED_AS: Readonly<Record<string, readonly string[]>> = {
  'trigger.durationMs': ['every'],
  'trigger.expressions': ['cron'],
  'trigger.rule': ['rrule'],
  'trigger.name': ['event'],
  'trigger.every': ['interval'],
  'trigger.at': ['at', 'daily', 'weekly', 'monthly', 'yearly'],
  'trigger.on': ['on'],
  'trigger.nthWeekday': ['nth'],
  'trigger.dst.gap': ['dst-gap'],
  'trigger.dst.repeat': ['dst-repeat'],
  startAt: ['start'],
  endAt: ['end'],
  runAt: ['at', 'delay'],
  targetId: ['target'],
  missedRuns: ['missed'],
  metadata: ['meta'],
  tags: ['tag'],
  tagsAll: ['tag-all'],
  nameContains: ['name'],
  statuses: ['status'],
  types: ['type'],
  queues: ['queue', 'queues'],
  id: ['id', 'run', 'key'],
  expiresAt: ['expires'],
  objectId: ['object'],
  names: ['name'],
  attributes: ['attribute'],
};

/** The arguments of methods that hold what the options of a command say. */
const HOLDERS = /^(options|query)\./;

const EXPLAINED: Readonly<Record<string, Pick<InputIssue, 'problem' | 'accepted'>>> = {
  'trigger.durationMs': {
    problem: 'is too short',
    accepted: "a duration of at least one second, such as '15m'",
  },
};

interface TypedLine {
  readonly command: CommandDeclaration;
  readonly input: CommandInput;
}

/** The issues in the words of the command line: `--every` instead of `trigger.durationMs`, with the text that was typed. */
export function nameWhatWasTyped(issues: readonly InputIssue[], line: TypedLine): string {
  return issues.map((issue) => formatIssue(typedIssue(issue, line))).join('; ');
}

function typedIssue(issue: InputIssue, line: TypedLine): InputIssue {
  const typed = typedFor(issue.field, line);
  if (typed === null) return issue;
  const accepted = issue.accepted?.replace(', { minutes: 5 } or a number of milliseconds', '');
  return {
    ...issue,
    ...(accepted === undefined ? {} : { accepted }),
    problem: issue.problem.replace(/\b(startAt|endAt)\b/, (field) => `--${TYPED_AS[field]?.[0] ?? field}`),
    ...EXPLAINED[issue.field],
    field: typed.shown,
    value: typed.text ?? issue.value,
  };
}

interface Typed {
  /** `--every` for an option, `cron` for an argument. */
  readonly shown: string;
  /** Undefined: it can be given several times, and the value of the issue says which one is meant. */
  readonly text: string | undefined;
}

function typedFor(field: string, line: TypedLine): Typed | null {
  const [name, ...others] = namesOf(field)
    .map((each) => declared(each, line))
    .filter((each) => each !== null);
  return [name, ...others].find((each) => each?.isGiven) ?? name ?? null;
}

/** From the whole field to its first part: `trigger.nthWeekday.nth`, `trigger.nthWeekday`, `trigger`. */
function namesOf(field: string): readonly string[] {
  const parts = field.replace(HOLDERS, '').split(/[.[]/);
  const prefixes = parts.map((_, index) => parts.slice(0, parts.length - index).join('.'));
  const known = prefixes.find((prefix) => TYPED_AS[prefix] !== undefined);
  if (known !== undefined) return TYPED_AS[known] ?? [];
  return [kebab(parts[0] === 'trigger' ? (parts[1] ?? '') : (parts[0] ?? ''))];
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function declared(
  name: string,
  { command, input }: TypedLine,
): (Typed & { readonly isGiven: boolean }) | null {
  if (command.arguments.some((argument) => argument.name === name)) {
    const text = input.optionalArgument(name);
    return { shown: name, text, isGiven: text !== undefined };
  }
  if (!command.options.some(({ flags }) => flags.split(/[ ,]+/).includes(`--${name}`))) return null;
  const text = input.text(name);
  return { shown: `--${name}`, text, isGiven: text !== undefined || input.list(name).length > 0 };
}
