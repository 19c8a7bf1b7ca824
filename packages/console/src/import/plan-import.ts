import { createHash } from 'node:crypto';
import { isJobType, type JsonValue, type ScheduleDefinition } from '@scheduler/contracts';
import { SHELL_COMMAND, stableJson } from '@scheduler/core';
import { compareSchedules, type Comparison } from './compare-schedules.js';
import type { ImportEntry, ImportFormat, ImportProblem } from './import-entry.js';
import { nameEntries } from './name-entries.js';
import { type TypeRule, typeOfRules } from './type-rules.js';

/** The key in the metadata of a job under which its import is remembered. */
export const IMPORT_MARK = 'import';

export interface ImportSettings {
  readonly format: ImportFormat;
  readonly prefix: string;
  readonly rules: readonly TypeRule[];
  readonly from: Date;
  readonly count: number;
  /** What the options say of every job. */
  readonly job: Pick<ScheduleDefinition, 'queue' | 'timeout' | 'maxRetries' | 'allowOverlap' | 'missedRuns'>;
}

export interface PlannedJob {
  readonly entry: ImportEntry;
  readonly definition: ScheduleDefinition & { readonly name: string };
  readonly comparison: Comparison;
}

export interface ImportPlan {
  readonly jobs: readonly PlannedJob[];
  readonly problems: readonly ImportProblem[];
}

/** The jobs that the entries become. */
export function planImport(entries: readonly ImportEntry[], settings: ImportSettings): ImportPlan {
  const names = nameEntries(entries, settings.prefix);
  const jobs: PlannedJob[] = [];
  const problems: ImportProblem[] = [];
  entries.forEach((entry, index) => {
    const work = workOf(entry, settings.rules);
    if (work === null) {
      const problem = `has neither a command nor a name that is a job type; map it: --type-of '${entry.name}=<type>'`;
      problems.push({ place: entry.place, problem });
      return;
    }
    const definition = marked(
      { ...definitionOf(entry, settings), ...work, name: names[index] ?? '' },
      settings,
    );
    const { format, from, count } = settings;
    jobs.push({ entry, definition, comparison: compareSchedules({ entry, format, from, count }) });
  });
  return { jobs, problems };
}

function workOf(
  entry: ImportEntry,
  rules: readonly TypeRule[],
): Pick<ScheduleDefinition, 'type' | 'payload'> | null {
  const { command, stdin, env, name, data } = entry;
  const mapped = typeOfRules(entry, rules);
  if (command !== null) {
    const read = stdin === '' ? {} : { stdin };
    const variables = Object.keys(env).length === 0 ? {} : { env };
    return { type: mapped ?? SHELL_COMMAND, payload: { command, ...read, ...variables } };
  }
  const type = mapped ?? (isJobType(name) ? name : null);
  return type === null ? null : { type, payload: data };
}

function definitionOf(
  { written, trigger, enabled }: ImportEntry,
  { format, job }: ImportSettings,
): Omit<ScheduleDefinition, 'type'> {
  return { trigger, enabled, tags: ['imported'], description: `${written} (${format})`, ...job };
}

function marked(
  definition: ScheduleDefinition & { readonly name: string },
  { format }: ImportSettings,
): ScheduleDefinition & { readonly name: string } {
  const plain = JSON.parse(JSON.stringify(definition)) as JsonValue;
  const fingerprint = createHash('sha256').update(stableJson(plain)).digest('base64url').slice(0, 22);
  return { ...definition, metadata: { [IMPORT_MARK]: { format, fingerprint } } };
}
