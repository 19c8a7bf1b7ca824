import type { Alert, AlertOperator, AlertRule, AlertSubject } from '@scheduler/contracts';
import { METRICS } from '../rules/metrics.js';

/** One value that a rule looks at. */
export interface Reading {
  /** Null: it is about everything that the rule looks at. */
  readonly subject: AlertSubject | null;
  /** The tenant that an alert of it belongs to. */
  readonly tenant: string | null;
  readonly value: number;
  /** What the value means where the metric alone does not say it. Missing: the metric and the value. */
  readonly message?: string;
}

export interface Facts {
  readonly rule: Pick<AlertRule, 'condition'>;
  /** Null: there is nothing to measure, such as where nothing has ended. */
  readonly reading: Pick<Reading, 'value'> | null;
  /** The alert of the rule and the subject that is not over. Null: there is none. */
  readonly open: Pick<Alert, 'status' | 'since' | 'baseline' | 'value'> | null;
  readonly now: Date;
}

/**
 * What is to be done. `begin`: store an alert. `fire`: a pending one has held for its duration. `measure`: it goes on with another value.
 * `restart`: growth is measured from here on. `resolve`: one that fires is over. `forget`: a pending one is over, and was never told of.
 */
export type Decision =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'begin';
      readonly status: 'pending' | 'firing';
      readonly value: number;
      readonly baseline: number | null;
    }
  | { readonly kind: 'fire'; readonly value: number }
  | { readonly kind: 'measure'; readonly value: number }
  | { readonly kind: 'restart'; readonly baseline: number }
  | { readonly kind: 'resolve' }
  | { readonly kind: 'forget' };

const NOTHING: Decision = { kind: 'nothing' };

const COMPARE: Readonly<Record<AlertOperator, (value: number, threshold: number) => boolean>> = {
  gt: (value, threshold) => value > threshold,
  gte: (value, threshold) => value >= threshold,
  lt: (value, threshold) => value < threshold,
  lte: (value, threshold) => value <= threshold,
  eq: (value, threshold) => value === threshold,
  ne: (value, threshold) => value !== threshold,
};

/** What a reading of a rule means for its alert. No I/O: what is decided is written by whoever asked. */
export function decide(facts: Facts): Decision {
  const { measure } = METRICS[facts.rule.condition.metric];
  return measure === 'growth' ? decideGrowth(facts) : decideValue(facts, measure === 'window');
}

function holds({ condition }: Facts['rule'], value: number): boolean {
  return COMPARE[condition.operator](value, condition.value);
}

function decideValue({ rule, reading, open, now }: Facts, isOverTime: boolean): Decision {
  const waitMs = isOverTime ? 0 : rule.condition.durationMs;
  if (reading === null || !holds(rule, reading.value)) return over(open);
  const { value } = reading;
  if (open === null || open.status === 'resolving')
    return { kind: 'begin', status: waitMs === 0 ? 'firing' : 'pending', value, baseline: null };
  if (open.status === 'pending' && now.getTime() - open.since.getTime() >= waitMs)
    return { kind: 'fire', value };
  return open.value === value ? NOTHING : { kind: 'measure', value };
}

/** The value is how much there is. What is compared is by how much it has grown since the alert began to watch. */
function decideGrowth({ rule, reading, open, now }: Facts): Decision {
  const value = reading?.value ?? 0;
  if (open === null || open.status === 'resolving')
    return value > 0 ? { kind: 'begin', status: 'pending', value: 0, baseline: value } : NOTHING;
  if (value === 0) return over(open);
  const baseline = open.baseline ?? value;
  const growth = value - baseline;
  if (open.status === 'firing')
    return holds(rule, growth)
      ? growth === open.value
        ? NOTHING
        : { kind: 'measure', value: growth }
      : over(open);
  if (growth < 0) return { kind: 'restart', baseline: value };
  if (holds(rule, growth)) return { kind: 'fire', value: growth };
  const isOver = now.getTime() - open.since.getTime() >= rule.condition.durationMs;
  return isOver ? { kind: 'restart', baseline: value } : NOTHING;
}

function over(open: Facts['open']): Decision {
  if (open === null || open.status === 'resolving' || open.status === 'resolved') return NOTHING;
  return { kind: open.status === 'firing' ? 'resolve' : 'forget' };
}
