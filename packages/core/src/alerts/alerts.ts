import {
  type Alert,
  type AlertChannel,
  type AlertCondition,
  AlertInvalid,
  type AlertRule,
  type AlertSeverity,
  type AlertSilence,
  AlertSilenceNotFound,
  type AlertStatus,
  type DurationInput,
} from '@scheduler/contracts';
import { narrowScope, type TenantScope } from '@scheduler/contracts/adapter';
import type { z } from 'zod';
import type { CursorPage } from '../access/api-keys.js';
import { readCursor, toCursor } from '../access/cursor.js';
import { argument, checkArguments, rejecting, throwing } from '../support/input/arguments.js';
import { byItsSchema, reference } from '../support/input/common-arguments.js';
import { readInput } from '../support/input/read-input.js';
import { allRecords } from './records/all-records.js';
import { testNotification } from './records/notification.js';
import { configuredChannels, isSent, type SentChannel } from './deliver/channel-types.js';
import type { EvaluationReport } from './evaluate/evaluate.js';
import {
  alertQuerySchema,
  newRuleSchema,
  ruleChangesSchema,
  silenceSchema,
  testSchema,
} from './rules/rule-schema.js';
import { RuleStore, type RuleStoreParts } from './rules/rule-store.js';

/** A condition as it may be given: `duration` in any form of a duration, or `durationMs`. */
export interface AlertConditionInput extends Omit<AlertCondition, 'durationMs'> {
  readonly duration?: DurationInput;
  readonly durationMs?: number;
}

export interface AlertRuleInput {
  /** Unique within the tenant. */
  readonly name: string;
  readonly condition: AlertConditionInput;
  readonly description?: string;
  /** Default: true. */
  readonly enabled?: boolean;
  /** Default: `warning`. */
  readonly severity?: AlertSeverity;
  /** Default: dashboard, log and event. One that sends something has to be configured. */
  readonly channels?: readonly AlertChannel[];
  /** The id or name of a job: only its work. At most one of job, queue and type, and not for every metric. */
  readonly job?: string | null;
  readonly queue?: string | null;
  readonly type?: string | null;
}

export type AlertRuleChanges = Partial<AlertRuleInput>;

export interface AlertQuery {
  /** Default: alerts that have fired, whether they are over or not. */
  readonly statuses?: readonly AlertStatus[];
  /** The name of a rule. */
  readonly rule?: string;
  /** Default: 50. */
  readonly limit?: number;
  /** What the page before gave as `next`. */
  readonly after?: string;
}

export interface AlertSilenceInput {
  /** The name of a rule. Default: all rules. */
  readonly rule?: string | null;
  /** The id of a job or the name of a queue. Default: whatever an alert is about. */
  readonly subject?: string | null;
  /** From now on. Instead of `until`. */
  readonly duration?: DurationInput;
  readonly until?: Date;
  readonly reason: string;
  /** Who silences. */
  readonly createdBy: string;
}

/** What a test of a rule has done. */
export interface AlertTest {
  readonly rule: string;
  /** The executions that send the tests, by channel. */
  readonly sent: Readonly<Partial<Record<AlertChannel, string>>>;
  /** Channels of the rule that send something and are not configured here. */
  readonly notConfigured: readonly AlertChannel[];
}

export interface AlertsParts extends RuleStoreParts {
  readonly evaluate: () => Promise<EvaluationReport>;
  /** Enqueues a notification that is a test. */
  readonly enqueueTest: (request: {
    readonly id: string;
    readonly channel: SentChannel;
    readonly notification: ReturnType<typeof testNotification>;
    readonly tenant: string | null;
  }) => Promise<void>;
}

const FIRED: readonly AlertStatus[] = ['firing', 'resolving', 'resolved'];

/**
 * The rules of alerts, the alerts that fire or have fired, and what silences them.
 *
 * @example
 * await node.alerts.createRule({
 *   name: 'mails-wait',
 *   condition: { metric: 'scheduler.queue.size', operator: 'gt', value: 1_000, duration: '10m' },
 *   queue: 'mails',
 *   severity: 'critical',
 * });
 */
export class Alerts {
  static {
    const rule = argument('rule', reference);
    checkArguments<Alerts>(Alerts, {
      forTenant: throwing(AlertInvalid, argument('tenant', byItsSchema)),
      rules: rejecting(AlertInvalid),
      rule: rejecting(AlertInvalid, rule),
      createRule: rejecting(AlertInvalid, argument('input', byItsSchema)),
      changeRule: rejecting(AlertInvalid, rule, argument('changes', byItsSchema)),
      deleteRule: rejecting(AlertInvalid, rule),
      list: rejecting(AlertInvalid, argument('query', byItsSchema)),
      firing: rejecting(AlertInvalid),
      silence: rejecting(AlertInvalid, argument('silence', byItsSchema)),
      unsilence: rejecting(AlertInvalid, argument('silenceId', reference)),
      silences: rejecting(AlertInvalid),
      test: rejecting(AlertInvalid, rule, argument('options', byItsSchema)),
      evaluate: rejecting(AlertInvalid),
    });
  }

  private readonly ruleStore: RuleStore;

  constructor(
    private readonly parts: AlertsParts,
    private readonly tenant: TenantScope = null,
  ) {
    this.ruleStore = new RuleStore(parts, tenant);
  }

  /** The same for the rules and alerts of one tenant. */
  forTenant(tenant: string): Alerts {
    return new Alerts(this.parts, narrowScope(this.tenant, tenant));
  }

  /** By name, the built-in ones among them. */
  rules(): Promise<readonly AlertRule[]> {
    return this.ruleStore.list();
  }

  /** By name or id. Throws AlertRuleNotFound. */
  rule(rule: string): Promise<AlertRule> {
    return this.ruleStore.get(rule);
  }

  /** Throws AlertInvalid and AlertRuleAlreadyExists. */
  async createRule(input: AlertRuleInput): Promise<AlertRule> {
    return this.ruleStore.create(read(newRuleSchema, input, 'input'));
  }

  /** Also enables and disables, and changes built-in rules. Throws AlertInvalid, AlertRuleNotFound and AlertRuleChanged. */
  async changeRule(rule: string, changes: AlertRuleChanges): Promise<AlertRule> {
    return this.ruleStore.change(rule, read(ruleChangesSchema, changes, 'changes'));
  }

  /** Deletes a rule, or takes back the changes of a built-in one. Its alerts are over with the next evaluation. Returns what it was. */
  deleteRule(rule: string): Promise<AlertRule> {
    return this.ruleStore.delete(rule);
  }

  /** Newest first. */
  async list(query: AlertQuery = {}): Promise<CursorPage<Alert>> {
    const { after, limit, statuses = FIRED, rule } = read(alertQuerySchema, query, 'query');
    const items = await this.parts.alerts.alerts.list({
      tenant: this.tenant,
      limit,
      statuses,
      ...(rule === undefined ? {} : { rule }),
      ...cursorOf(after),
    });
    const last = items.length < limit ? undefined : items.at(-1);
    return { items, next: last === undefined ? null : toCursor({ at: last.createdAt, id: last.id }) };
  }

  /** What fires now, newest first. */
  firing(): Promise<readonly Alert[]> {
    return allRecords(this.parts.alerts.alerts, { tenant: this.tenant, statuses: ['firing'] });
  }

  /** Keeps alerts from being announced for a while. Throws AlertInvalid, and AlertRuleNotFound for a rule that does not exist. */
  async silence(silence: AlertSilenceInput): Promise<AlertSilence> {
    const { rule, subject, duration, until, reason, createdBy } = read(silenceSchema, silence, 'silence');
    const createdAt = this.parts.now();
    const end = until ?? new Date(createdAt.getTime() + (duration ?? 0));
    if (end <= createdAt)
      throw new AlertInvalid({ field: 'until', value: end, problem: 'is over', accepted: 'a later instant' });
    const named = rule === null ? null : (await this.ruleStore.get(rule)).name;
    const record: AlertSilence = {
      id: this.parts.ids.next(),
      tenant: this.tenant,
      rule: named,
      subject,
      createdBy,
      reason,
      until: end,
      revision: 1,
      createdAt,
    };
    await this.parts.alerts.silences.add({ record });
    return record;
  }

  /** Ends a silence. What fires and was not announced is announced with the next evaluation. Throws AlertSilenceNotFound. */
  async unsilence(silenceId: string): Promise<AlertSilence> {
    const { silences } = this.parts.alerts;
    const found = await silences.get({ id: silenceId, tenant: this.tenant });
    const isDeleted =
      found !== null && (await silences.delete({ id: silenceId, expectedRevision: found.revision }));
    if (!isDeleted) throw new AlertSilenceNotFound(silenceId);
    return found;
  }

  /** Those that are not over, newest first. */
  async silences(): Promise<readonly AlertSilence[]> {
    const all = await allRecords(this.parts.alerts.silences, { tenant: this.tenant });
    const now = this.parts.now();
    return all.filter(({ until }) => until > now);
  }

  /** Sends a test by the channels of a rule, or by those that are named. Throws AlertRuleNotFound, and AlertInvalid for a channel that is not configured. */
  async test(
    rule: string,
    options: { readonly channels?: readonly AlertChannel[] } = {},
  ): Promise<AlertTest> {
    const { channels } = read(testSchema, options, 'options');
    const tested = await this.ruleStore.get(rule);
    const wanted = (channels ?? tested.channels).filter(isSent);
    const configured = configuredChannels(this.parts.config.alerts);
    const notConfigured = wanted.filter((channel) => !configured.includes(channel));
    if (channels !== undefined && notConfigured.length > 0) refuseChannels(notConfigured, configured);
    const sent: Partial<Record<AlertChannel, string>> = {};
    for (const channel of wanted.filter((each) => configured.includes(each))) {
      const id = this.parts.ids.next();
      const notification = testNotification(tested, id, this.parts.now());
      await this.parts.enqueueTest({ id, channel, notification, tenant: tested.tenant });
      sent[channel] = id;
    }
    return { rule: tested.name, sent, notConfigured };
  }

  /**
   * Measures every rule once, now, as a running node does by itself, and announces what follows. Not for one tenant: the rules of all are
   * measured together.
   */
  async evaluate(): Promise<EvaluationReport> {
    if (this.tenant === null) return this.parts.evaluate();
    throw new AlertInvalid({
      field: 'tenant',
      value: this.tenant,
      problem: 'cannot be evaluated alone',
      accepted: 'node.alerts.evaluate(), for all tenants',
    });
  }
}

function read<TSchema extends z.ZodType>(
  schema: TSchema,
  value: unknown,
  subject: string,
): z.output<TSchema> {
  return readInput({ schema, value, error: AlertInvalid, subject, known: knownOf(schema) });
}

function knownOf(schema: z.ZodType): readonly string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}

function cursorOf(after: string | undefined) {
  if (after === undefined) return {};
  const { at, id } = readCursor(after);
  return { after: { createdAt: at, id } };
}

function refuseChannels(missing: readonly AlertChannel[], configured: readonly AlertChannel[]): never {
  throw new AlertInvalid({
    field: 'channels',
    value: missing.join(', '),
    problem: 'is not configured on this node',
    accepted: configured.length === 0 ? 'none is configured' : configured.join(', '),
  });
}
