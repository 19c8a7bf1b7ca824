import type { CompatibilityReport, CompatibilityProblem } from '@scheduler/core';
import { typeText } from '../views/type-text.js';
import { type Check, counted, error, firstFew, type Finding, ok, warning } from './check.js';

export interface StoredFacts {
  readonly stored: CompatibilityReport;
  /** Whether handlers of other types may exist on other nodes. */
  readonly acceptsUnknownTypes: boolean;
}

/** Checks for stored work that cannot run because it does not fit this build. */
export function checkCompatibility({ stored, acceptsUnknownTypes }: StoredFacts): readonly Check[] {
  const judge = acceptsUnknownTypes ? warning : error;
  const { problems, checked } = stored;
  const missing = problems.filter(({ kind }) => kind === 'handler_missing');
  return [
    jobsWithoutHandler(missing.filter(isOf('job')), checked.jobs, judge),
    waitingWithoutHandler(missing.filter(isOf('execution')), judge),
    quarantine(problems.filter(({ kind }) => kind === 'quarantined')),
    fit(problems.filter(({ kind }) => kind !== 'handler_missing' && kind !== 'quarantined')),
  ];
}

type Judge = (finding: Finding) => Check;

const isOf = (wanted: CompatibilityProblem['subject']) => (problem: CompatibilityProblem) =>
  problem.subject === wanted;

function jobsWithoutHandler(found: readonly CompatibilityProblem[], jobs: number, judge: Judge): Check {
  if (found.length === 0) {
    const message = jobs === 0 ? 'no job is stored' : `${counted(jobs, 'job')}, and a handler for each type`;
    return ok('jobs-without-handler', message);
  }
  return judge({
    name: 'jobs-without-handler',
    message: `no handler here for ${byType(found, 'job')}`,
    wayOut: 'register a handler for the type, or scheduler schedule:delete the jobs; make:handler writes one',
  });
}

function waitingWithoutHandler(found: readonly CompatibilityProblem[], judge: Judge): Check {
  if (found.length === 0) {
    return ok('waiting-without-handler', 'every waiting execution has a handler here');
  }
  return judge({
    name: 'waiting-without-handler',
    message: `no handler here for waiting executions: ${byType(found, 'execution')}`,
    wayOut: 'register a handler for the type, or scheduler execution:cancel them',
  });
}

function quarantine(found: readonly CompatibilityProblem[]): Check {
  if (found.length === 0) return ok('quarantine', 'nothing is in quarantine');
  return error({
    name: 'quarantine',
    message: `the stored data of these jobs are not valid: ${firstFew(found.map(nameOf))}`,
    wayOut: 'scheduler schedule:check shows why; fix the job, then schedule:resume, or schedule:delete',
  });
}

function fit(found: readonly CompatibilityProblem[]): Check {
  if (found.length === 0) return ok('stored', 'payloads and triggers fit this build');
  return error({
    name: 'stored',
    message: `does not fit this build: ${firstFew(found.map(nameOf))}`,
    wayOut: 'scheduler schedule:check shows the reason for each of them',
  });
}

const nameOf = ({ name, id }: CompatibilityProblem): string => name ?? id;

function byType(found: readonly CompatibilityProblem[], thing: string): string {
  const types = new Map<string, CompatibilityProblem[]>();
  for (const problem of found) types.set(problem.type, [...(types.get(problem.type) ?? []), problem]);
  return firstFew(
    [...types].sort().map(([type, some]) => {
      const example = some[0] === undefined ? '' : `, such as ${nameOf(some[0])}`;
      return `${typeText(type)} (${counted(some.length, thing)}${example})`;
    }),
  );
}
