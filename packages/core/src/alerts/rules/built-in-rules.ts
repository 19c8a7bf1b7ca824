import type { AlertChannel, AlertCondition, AlertRule, AlertSeverity } from '@scheduler/contracts';

const MINUTE = 60_000;

interface BuiltIn {
  readonly name: string;
  readonly description: string;
  readonly severity: AlertSeverity;
  readonly condition: AlertCondition;
}

/** The meaning is that of the rules for Prometheus in @scheduler/telemetry, where those can know it. */
const RULES: readonly BuiltIn[] = [
  {
    name: 'scheduler-high-failure-rate',
    description: 'More than 10 % of the executions of 5 minutes failed or timed out.',
    severity: 'warning',
    condition: { metric: 'scheduler.failure_rate', operator: 'gt', value: 10, durationMs: 5 * MINUTE },
  },
  {
    name: 'scheduler-timeout-spike',
    description: 'More than 5 executions timed out within 10 minutes.',
    severity: 'critical',
    condition: { metric: 'scheduler.timeout_count', operator: 'gt', value: 5, durationMs: 10 * MINUTE },
  },
  {
    name: 'scheduler-queue-growth',
    description: 'A queue has grown by more than 100 executions within a quarter of an hour.',
    severity: 'warning',
    condition: { metric: 'scheduler.queue.growth', operator: 'gt', value: 100, durationMs: 15 * MINUTE },
  },
  {
    name: 'scheduler-nobody-ticks',
    description:
      'A job has been due for more than 5 minutes and nobody has fired it: no node ticks, or none can keep up.',
    severity: 'critical',
    condition: { metric: 'scheduler.dispatch.lag', operator: 'gt', value: 5 * MINUTE, durationMs: 0 },
  },
  {
    name: 'scheduler-dead-letters-grow',
    description: 'More than 10 executions became dead letters within a quarter of an hour.',
    severity: 'warning',
    condition: { metric: 'scheduler.dead_letters.added', operator: 'gt', value: 10, durationMs: 15 * MINUTE },
  },
  {
    name: 'scheduler-job-overdue',
    description: 'A job has been due for more than 10 minutes.',
    severity: 'warning',
    condition: { metric: 'scheduler.jobs.overdue', operator: 'gt', value: 10 * MINUTE, durationMs: 0 },
  },
  {
    name: 'scheduler-expectation-missed',
    description: 'A job has not succeeded within the time in which it is expected to (expectWithin).',
    severity: 'critical',
    condition: { metric: 'scheduler.jobs.unsuccessful', operator: 'gt', value: 0, durationMs: 0 },
  },
];

const CHANNELS: Readonly<Record<AlertSeverity, readonly AlertChannel[]>> = {
  info: ['dashboard', 'log', 'event'],
  warning: ['dashboard', 'log', 'event', 'webhook', 'slack'],
  critical: ['dashboard', 'log', 'event', 'webhook', 'slack', 'email'],
};

const ALWAYS = new Date(0);

/** The rules that come with the scheduler, as long as nobody has changed them. The name is the id. */
export const BUILT_IN_RULES: readonly AlertRule[] = RULES.map((rule) =>
  Object.freeze({
    ...rule,
    id: rule.name,
    enabled: true,
    channels: CHANNELS[rule.severity],
    job: null,
    queue: null,
    type: null,
    tenant: null,
    builtIn: true,
    revision: 0,
    createdAt: ALWAYS,
    updatedAt: ALWAYS,
  }),
);

export function builtInRule(name: string): AlertRule | null {
  return BUILT_IN_RULES.find((rule) => rule.name === name) ?? null;
}

/** The stored rules, and the built-in ones that nobody has changed, by name. */
export function withBuiltIn(stored: readonly AlertRule[]): readonly AlertRule[] {
  const changed = new Set(stored.filter(({ builtIn }) => builtIn).map(({ id }) => id));
  const unchanged = BUILT_IN_RULES.filter(({ id }) => !changed.has(id));
  return [...unchanged, ...stored].sort((a, b) => (a.name < b.name ? -1 : 1));
}
