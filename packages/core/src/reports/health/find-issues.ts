import {
  describeType,
  formatDuration,
  type HealthComponent,
  type HealthIssue,
  type HealthSeverity,
  isStepType,
} from '@scheduler/contracts';
import type { QueueWorkload, WaitingType } from '@scheduler/contracts/adapter';
import type { HealthFacts, SilentServer, StoreAnswer, StoreFigures } from './health-facts.js';

/** The limits beyond which something is an issue. */
export const HEALTH_LIMITS = Object.freeze({
  latencyMs: 500,
  clockSkewMs: 5_000,
  /** How long available work may wait, and a due job may be unfired. */
  waitMs: 5 * 60_000,
  /** How many dead letters within an hour. */
  deadLetters: 10,
  recentMs: 3_600_000,
});

const SEVERITIES: readonly HealthSeverity[] = ['critical', 'error', 'warning'];

/** The issues, the worst first. */
export function findIssues(facts: HealthFacts): readonly HealthIssue[] {
  const { answer, figures } = facts;
  const issues = [
    ...notRunning(facts),
    ...noStore(facts),
    ...facts.silentServers.map(silentServer),
    ...(answer === null ? [] : [...slowStore(answer), ...clocks(answer), ...incomplete(facts)]),
    ...(answer === null || figures === null
      ? []
      : [
          ...ticking(facts, figures, answer.now),
          ...queues(figures, answer.now),
          ...handlers(figures),
          ...workers(figures),
        ]),
  ];
  return issues.sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

interface IssueDetails {
  readonly code: string;
  readonly message: string;
  readonly since?: Date | null;
}

function issue(component: HealthComponent, severity: HealthSeverity, details: IssueDetails): HealthIssue {
  return { component, severity, code: details.code, message: details.message, since: details.since ?? null };
}

function notRunning({ running, mustRun, notRunningSince: since }: HealthFacts): readonly HealthIssue[] {
  if (running || !mustRun) return [];
  const message = 'this node does not run: it was not started, or it stops; call node.start()';
  return [issue('scheduler', 'error', { code: 'NODE_NOT_RUNNING', message, since })];
}

function noStore({ problem, schema }: HealthFacts): readonly HealthIssue[] {
  if (problem !== null) return [issue('database', 'critical', problem)];
  if (schema.state !== 'mismatch') return [];
  const message = `the tables do not fit this version: ${schema.pending.join(', ')} is missing; run \`scheduler migrate\``;
  return [issue('database', 'critical', { code: 'SCHEMA_MISMATCH', message })];
}

function silentServer({ name, holds, problem, needed }: SilentServer): HealthIssue {
  const effect = needed
    ? 'nothing is claimed until it is back, because rate limits or circuits are configured'
    : 'executions are found by polling until it is back';
  const message = `${name}, which has ${holds}, ${problem}: ${effect}; check that it runs and can be reached`;
  return issue('queue', needed ? 'error' : 'warning', { code: 'QUEUE_UNAVAILABLE', message });
}

function incomplete({ figures, problem, timeoutMs }: HealthFacts): readonly HealthIssue[] {
  if (figures !== null || problem !== null) return [];
  const message = `the store answers, but its figures of queues and workers did not arrive within ${timeoutMs} ms`;
  return [issue('database', 'warning', { code: 'HEALTH_INCOMPLETE', message })];
}

function slowStore({ latencyMs }: StoreAnswer): readonly HealthIssue[] {
  if (latencyMs <= HEALTH_LIMITS.latencyMs) return [];
  const message = `an answer took ${latencyMs} ms, more than ${HEALTH_LIMITS.latencyMs} ms`;
  return [issue('database', 'warning', { code: 'STORE_SLOW', message })];
}

function clocks({ clockSkewMs }: StoreAnswer): readonly HealthIssue[] {
  if (Math.abs(clockSkewMs) <= HEALTH_LIMITS.clockSkewMs) return [];
  const message = `the clock of this node is ${formatDuration(Math.abs(clockSkewMs))} ${clockSkewMs > 0 ? 'behind' : 'ahead of'} the store's; the store's decides what is due`;
  return [issue('scheduler', 'warning', { code: 'CLOCK_SKEW', message })];
}

function ticking(
  { running, distributed }: HealthFacts,
  { leader, nextDueAt }: StoreFigures,
  now: Date,
): readonly HealthIssue[] {
  const issues: HealthIssue[] = [];
  if (running && distributed && leader === null) {
    const message = 'no node is the leader, so that no node fires the jobs that are due';
    issues.push(issue('scheduler', 'warning', { code: 'NOBODY_LEADS', message }));
  }
  if (nextDueAt !== null && isLongAgo(nextDueAt, now)) {
    const message = `a job is due since ${nextDueAt.toISOString()} and was not fired: no node ticks, or it cannot keep up`;
    issues.push(issue('scheduler', 'error', { code: 'JOBS_NOT_FIRED', message, since: nextDueAt }));
  }
  return issues;
}

function queues({ workload, settings }: StoreFigures, now: Date): readonly HealthIssue[] {
  const paused = new Set(settings.filter((set) => set.paused).map(({ queue }) => queue));
  if (workload === null) return [];
  return workload.queues.flatMap((queue) => queueIssue(queue, paused.has(queue.queue), now));
}

function queueIssue(
  { queue, available, availableSince: since, running }: QueueWorkload,
  isPaused: boolean,
  now: Date,
): readonly HealthIssue[] {
  if (since === null) return [];
  const waiting = `${available} ${available === 1 ? 'execution waits' : 'executions wait'} in the queue '${queue}'`;
  if (isPaused) {
    const message = `${waiting}, which is paused; \`scheduler queue:resume ${queue}\` lets it go on`;
    return [issue('queue', 'warning', { code: 'QUEUE_PAUSED', message, since })];
  }
  if (!isLongAgo(since, now)) return [];
  const first = `${waiting}, the first since ${since.toISOString()}`;
  if (running > 0) {
    const message = `${first}: its workers cannot keep up`;
    return [issue('queue', 'warning', { code: 'QUEUE_BEHIND', message, since })];
  }
  const message = `${first}, and nothing of it runs: does a running node process it?`;
  return [issue('queue', 'error', { code: 'QUEUE_NOT_PROCESSED', message, since })];
}

function handlers({ withoutHandler }: StoreFigures): readonly HealthIssue[] {
  return (withoutHandler ?? []).map(unhandled);
}

function unhandled({ queue, type, waiting, since }: WaitingType): HealthIssue {
  const waits = waiting === 1 ? 'execution waits' : 'executions wait';
  const wanted = isStepType(type)
    ? `the function of ${describeType(type)}`
    : `a handler of the type '${type}'`;
  const message = `${waiting} ${waits} in the queue '${queue}' for ${wanted}, which this node does not have: start a node that has one, or register it here`;
  return issue('queue', 'warning', { code: 'NO_HANDLER', message, since });
}

function workers({ workload }: StoreFigures): readonly HealthIssue[] {
  if (workload === null) return [];
  const { recentDeadLetters, abandoned, abandonedSince } = workload;
  const issues: HealthIssue[] = [];
  if (recentDeadLetters >= HEALTH_LIMITS.deadLetters) {
    const message = `${recentDeadLetters} executions became dead letters within the last hour; \`scheduler dead-letter:stats\` shows why`;
    issues.push(issue('queue', 'warning', { code: 'DEAD_LETTERS_GROW', message }));
  }
  if (abandoned > 0) {
    const message = `${abandoned} ${abandoned === 1 ? 'execution is' : 'executions are'} held by nodes that are dead or cut off; a running node brings them back`;
    issues.push(
      issue('workers', 'warning', { code: 'EXECUTIONS_ABANDONED', message, since: abandonedSince }),
    );
  }
  return issues;
}

function isLongAgo(instant: Date, now: Date): boolean {
  return now.getTime() - instant.getTime() > HEALTH_LIMITS.waitMs;
}
