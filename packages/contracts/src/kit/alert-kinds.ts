import type { AlertRule } from '../alerts/alert-rule.js';
import type { AlertSilence } from '../alerts/alert-silence.js';
import type { Alert } from '../alerts/alert.js';
import type { AlertRecord } from '../ports/alert-repository.js';

/** What a store keeps of a record besides the record itself, to find it, to hold what is unique, and to prune it. */
export interface AlertMarks {
  /** No two records of a kind have the same. Null: the record stands in nobody's way. */
  readonly unique: string | null;
  /** Null: the kind has none. */
  readonly status: string | null;
  /** The name of a rule. Null: it belongs to none. */
  readonly rule: string | null;
  /** When it was over, or will be. Null: it is not, and is never pruned. */
  readonly endsAt: Date | null;
}

/** One of the three kinds of records of alerts: what each store has to know of it. */
export interface AlertKind<TRecord extends AlertRecord> {
  readonly name: 'rule' | 'alert' | 'silence';
  marksOf(record: TRecord): AlertMarks;
  /** The record from its JSON, in which instants are texts. */
  fromJson(json: string): TRecord;
}

/** The names of the fields that are instants, whatever the kind. */
const INSTANTS: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'since',
  'firedAt',
  'resolvedAt',
  'until',
]);

function fromJson<TRecord>(json: string): TRecord {
  const record = JSON.parse(json) as Record<string, unknown>;
  for (const name of INSTANTS) {
    const value = record[name];
    if (typeof value === 'string') record[name] = new Date(value);
  }
  return record as TRecord;
}

/** The length separates the parts, whatever characters they have. */
function joined(...parts: readonly (string | null)[]): string {
  return parts.map((part) => (part === null ? '-' : `${part.length}:${part}`)).join('');
}

/** A tenant has one rule of each name. */
export const RULES: AlertKind<AlertRule> = {
  name: 'rule',
  marksOf: ({ tenant, name }) => ({ unique: joined(tenant, name), status: null, rule: name, endsAt: null }),
  fromJson,
};

/** A rule has one alert at a time that is not over, for each subject. */
export const ALERTS: AlertKind<Alert> = {
  name: 'alert',
  marksOf: ({ ruleId, rule, subject, status, resolvedAt }) => ({
    unique: resolvedAt === null ? joined(ruleId, subject?.kind ?? null, subject?.id ?? null) : null,
    status,
    rule,
    endsAt: status === 'resolved' ? resolvedAt : null,
  }),
  fromJson,
};

export const SILENCES: AlertKind<AlertSilence> = {
  name: 'silence',
  marksOf: ({ rule, until }) => ({ unique: null, status: null, rule, endsAt: until }),
  fromJson,
};

export const ALERT_KINDS = { rules: RULES, alerts: ALERTS, silences: SILENCES } as const;
