import type { ScheduledJob } from '@scheduler/contracts';
import { recurrenceOf, type RecurrenceEngine } from '@scheduler/recurrence';
import { rulesOfTrigger } from '../rules/rules-of-trigger.js';
import { type CalendarEntry, singleEntry } from './calendar-entry.js';
import { type MatchedPart, type MatchedRule, matchRule } from './match-rule.js';
import { plannedRuns } from './planned-runs.js';

export interface EntriesRequest {
  readonly engine: RecurrenceEngine;
  readonly job: ScheduledJob;
  readonly from: Date;
  /** Until when the entries are compared with the plan, run by run. */
  readonly until: Date;
  /** The most single entries of a job. */
  readonly mostSingles: number;
}

/** A rule is compared with at most this many runs: ten years of a run each day, several times over. */
const MOST_COMPARED = 20_000;

/**
 * The entries of a job. Rules are preferred; runs that a rule cannot say (made up after a gap of daylight saving, moved by a calendar of
 * days off) are single entries beside it, and such a rule ends where the comparison does.
 */
export function entriesOfJob(request: EntriesRequest): readonly CalendarEntry[] {
  const { engine, job, from, until, mostSingles } = request;
  const { runs, hasMore } = plannedRuns({ engine, job, from, until, most: MOST_COMPARED });
  const singles = () => runs.slice(0, mostSingles).map((run) => singleEntry(run));
  const rules = rulesOfTrigger({ trigger: job.trigger, anchor: recurrenceOf(job).anchor, from });
  const [first, last] = [runs[0], runs.at(-1)];
  if (rules === null || first === undefined || last === undefined || runs.length === 1) return singles();
  const times = new Set(runs.map((run) => run.getTime()));
  const matches = rules.map((rule) => matchRule({ engine, rule, runs: times, from: first, until: last }));
  const others = unmatched(runs, matches);
  if (others.length > Math.min(mostSingles, runs.length / 2)) return singles();
  const isExact =
    others.length === 0 && matches.every(({ parts }) => parts.length <= 1 && parts.every(isWhole));
  const goesOn = hasMore && isExact && job.exclusions === null;
  return [
    ...matches.flatMap((match) => entriesOfRule(match, goesOn)),
    ...others.map((run) => singleEntry(run)),
  ];
}

function unmatched(runs: readonly Date[], matches: readonly MatchedRule[]): readonly Date[] {
  const covered = new Set(matches.flatMap(({ parts }) => parts.flatMap(({ matched }) => matched)));
  return runs.filter((run) => !covered.has(run.getTime()));
}

const isWhole = ({ excluded }: MatchedPart): boolean => excluded.length === 0;

function entriesOfRule({ rule, parts }: MatchedRule, goesOn: boolean): readonly CalendarEntry[] {
  const { zone } = rule;
  return parts.flatMap(({ matched, excluded }) => {
    const [first, last] = [matched[0], matched.at(-1)];
    if (first === undefined || last === undefined) return [];
    const start = new Date(first);
    if (matched.length === 1 && !goesOn) return [singleEntry(start)];
    return [{ start, zone, rule: rule.rule, until: goesOn ? null : new Date(last), excluded }];
  });
}
