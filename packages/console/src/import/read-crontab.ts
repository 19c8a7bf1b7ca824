import { trigger } from '@scheduler/contracts';
import { problemOfTrigger } from './check-trigger.js';
import { noteOfSetting, readVariable, type Variable } from './crontab-variables.js';
import {
  entryOf,
  type ImportEntry,
  type ImportProblem,
  type ListToRead,
  type ReadList,
} from './import-entry.js';
import { splitPercent } from './split-percent.js';

export interface CrontabToRead extends ListToRead {
  /** Whether a user stands between schedule and command, as in /etc/crontab and /etc/cron.d. */
  readonly hasUser: boolean;
}

const NICKNAME = /^(@\w+)\s+(.*)$/;
const FIELDS = /^-?(\S+(?:\s+\S+){4})\s+(.*)$/;
const USER = /^(\S+)\s+(.*)$/;

/**
 * Reads a crontab of Vixie cron, Debian or cronie. CronFileParser of cron-parser would not do: it drops the commands, takes a schedule whose
 * command contains `=` for a variable, and knows neither lines nor `%`, users and CRON_TZ.
 */
export function readCrontab(request: CrontabToRead): ReadList {
  const entries: ImportEntry[] = [];
  const problems: ImportProblem[] = [];
  const notes = new Set<string>();
  let { zone } = request;
  let env: Readonly<Record<string, string>> = {};
  for (const [index, whole] of request.text.split(/\r?\n/).entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const place = `${request.file}:${index + 1}`;
    const variable = readVariable(line);
    if (variable === null) {
      const read = readLine({ line, place, zone, env, hasUser: request.hasUser });
      if ('problem' in read) problems.push(read);
      else entries.push(read);
      continue;
    }
    const note = noteOfSetting(variable);
    if (note === null) env = { ...env, [variable.name]: variable.value };
    else if (note !== '') notes.add(`${place}: ${note}`);
    if (variable.name !== 'CRON_TZ') continue;
    const problem = problemOfZone(variable);
    if (problem === null) zone = variable.value;
    else problems.push({ place, problem });
  }
  return { entries, problems, notes: [...notes] };
}

function problemOfZone({ value }: Variable): string | null {
  const problem = problemOfTrigger(trigger.cron('0 0 * * *', { zone: value }));
  return problem === null ? null : `CRON_TZ: ${problem}`;
}

interface Line {
  readonly line: string;
  readonly place: string;
  readonly zone: string;
  readonly env: Readonly<Record<string, string>>;
  readonly hasUser: boolean;
}

function readLine({ line, place, zone, env, hasUser }: Line): ImportEntry | ImportProblem {
  const [, written, rest = ''] = NICKNAME.exec(line) ?? FIELDS.exec(line) ?? [];
  if (written === undefined)
    return {
      place,
      problem:
        'is neither a schedule with a command nor NAME=value; write `minute hour day month weekday command`, or delete it',
    };
  const [, user, ofUser] = hasUser ? (USER.exec(rest) ?? []) : [null, null, rest];
  const { command, stdin } = splitPercent(ofUser ?? '');
  if (command === '')
    return {
      place,
      problem: hasUser
        ? 'has no command after its user; without users in the file, leave --system out'
        : 'has no command',
    };
  const schedule =
    written.toLowerCase() === '@reboot'
      ? trigger.reboot()
      : trigger.cron(written.replace(/\s+/g, ' '), { zone });
  const problem = problemOfTrigger(schedule);
  if (problem !== null) return { place, problem: `${problem}; change it, or comment it out` };
  const notes = notesOf({ user: user ?? null, command, stdin, isReboot: schedule.kind === 'reboot' });
  return entryOf({ place, written, trigger: schedule, command, stdin, env, notes });
}

interface Read {
  readonly user: string | null;
  readonly command: string;
  readonly stdin: string;
  readonly isReboot: boolean;
}

function notesOf({ user, command, stdin, isReboot }: Read): readonly string[] {
  return [
    ...(isReboot ? ['@reboot: runs whenever a node of the scheduler starts, not when the machine does'] : []),
    ...(stdin === '' ? [] : ['%: the command ends at it; what follows is its input, as cron has it']),
    ...(user === null
      ? []
      : [`user ${user}: runs as the user of the node; start a node as ${user}, or use sudo -u`]),
    ...(user === null && /^root\s/.test(command)
      ? ['the command begins with "root": if that is a user, as in /etc/crontab, use --system']
      : []),
  ];
}
