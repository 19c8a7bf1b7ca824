import {
  AlertInvalid,
  type AlertChannel,
  type AlertRule,
  AlertRuleAlreadyExists,
  AlertRuleChanged,
  AlertRuleNotFound,
  type IdGenerator,
} from '@scheduler/contracts';
import type { AlertRepository, ScheduleRepository, TenantScope } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../../config/scheduler-config.js';
import { getJob } from '../../schedule/find-job.js';
import { allRecords } from '../records/all-records.js';
import { configuredChannels, isSent } from '../deliver/channel-types.js';
import { builtInRule, withBuiltIn } from './built-in-rules.js';
import { checkRule } from './check-rule.js';
import type { ReadRule, ReadRuleChanges } from './rule-schema.js';

export interface RuleStoreParts {
  readonly alerts: AlertRepository;
  readonly schedules: ScheduleRepository;
  readonly ids: IdGenerator;
  readonly config: SchedulerConfig;
  readonly now: () => Date;
}

const DEFAULT_CHANNELS: readonly AlertChannel[] = ['dashboard', 'log', 'event'];

/** The rules as one tenant sees them, or all of them. Built-in rules belong to nobody: a tenant neither sees nor changes them. */
export class RuleStore {
  constructor(
    private readonly parts: RuleStoreParts,
    private readonly tenant: TenantScope,
  ) {}

  /** By name. */
  async list(): Promise<readonly AlertRule[]> {
    const stored = await allRecords(this.parts.alerts.rules, { tenant: this.tenant });
    return this.tenant === null
      ? withBuiltIn(stored)
      : [...stored].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** By name or id; a name without a tenant comes first. Throws AlertRuleNotFound. */
  async get(reference: string): Promise<AlertRule> {
    const rules = await this.list();
    const named = rules.filter(({ name, id }) => name === reference || id === reference);
    const rule = named.find(({ tenant }) => tenant === this.tenant) ?? named[0];
    if (rule === undefined) throw new AlertRuleNotFound(reference);
    return rule;
  }

  async create({ name, condition, ...given }: ReadRule): Promise<AlertRule> {
    const at = this.parts.now();
    if (this.tenant === null && builtInRule(name) !== null) throw new AlertRuleAlreadyExists(name);
    const rule: AlertRule = {
      id: this.parts.ids.next(),
      name,
      description: given.description ?? '',
      enabled: given.enabled ?? true,
      severity: given.severity ?? 'warning',
      condition,
      channels: this.channelsOf(given.channels) ?? DEFAULT_CHANNELS,
      job: await this.jobOf(given.job ?? null),
      queue: given.queue ?? null,
      type: given.type ?? null,
      tenant: this.tenant,
      builtIn: false,
      revision: 1,
      createdAt: at,
      updatedAt: at,
    };
    checkRule(rule);
    if (!(await this.parts.alerts.rules.add({ record: rule }))) throw new AlertRuleAlreadyExists(name);
    return rule;
  }

  /** Throws AlertRuleNotFound, and AlertRuleChanged where somebody else has changed it meanwhile. */
  async change(reference: string, changes: ReadRuleChanges): Promise<AlertRule> {
    const rule = await this.get(reference);
    refuseRenaming(rule, changes);
    const { channels, job, ...rest } = definedOf(changes);
    const changed: AlertRule = {
      ...rule,
      ...rest,
      ...(channels === undefined ? {} : { channels: this.channelsOf(channels) ?? DEFAULT_CHANNELS }),
      ...(job === undefined ? {} : { job: await this.jobOf(job) }),
      revision: rule.revision + 1,
      updatedAt: this.parts.now(),
    };
    checkRule(changed);
    const { rules } = this.parts.alerts;
    const isNew = rule.revision === 0;
    const isSaved = isNew
      ? await rules.add({ record: { ...changed, createdAt: changed.updatedAt } })
      : await rules.save({ record: changed, expectedRevision: rule.revision });
    if (isSaved) return changed;
    if (changed.name !== rule.name) throw new AlertRuleAlreadyExists(changed.name);
    throw new AlertRuleChanged(rule.name);
  }

  /** The changes of a built-in rule are taken back. Throws AlertRuleNotFound, and AlertInvalid for a built-in rule that nobody has changed. */
  async delete(reference: string): Promise<AlertRule> {
    const rule = await this.get(reference);
    if (rule.revision === 0)
      throw new AlertInvalid({
        field: 'rule',
        value: rule.name,
        problem: 'comes with the scheduler and was not changed',
        accepted: 'disable it instead, or delete a rule of your own',
      });
    const isDeleted = await this.parts.alerts.rules.delete({
      id: rule.id,
      expectedRevision: rule.revision,
    });
    if (!isDeleted) throw new AlertRuleChanged(rule.name);
    return rule;
  }

  /** Throws AlertInvalid for a channel that is not configured, since nothing would be sent by it. */
  private channelsOf(given: readonly AlertChannel[] | undefined): readonly AlertChannel[] | undefined {
    const configured = configuredChannels(this.parts.config.alerts);
    const missing = (given ?? []).find((channel) => isSent(channel) && !configured.includes(channel));
    if (missing === undefined) return given;
    throw new AlertInvalid({
      field: 'channels',
      value: missing,
      problem: 'is not configured on this node',
      accepted: `${[...DEFAULT_CHANNELS, ...configured].join(', ')}, or set ${SETTINGS[missing] ?? missing} first`,
    });
  }

  /** The id of the job, which may be given by its name. Throws JobNotFound. */
  private async jobOf(reference: string | null): Promise<string | null> {
    return reference === null ? null : (await getJob(this.parts, reference, this.tenant)).id;
  }
}

const SETTINGS: Readonly<Partial<Record<AlertChannel, string>>> = {
  webhook: 'alerts.webhookUrl',
  slack: 'alerts.slackUrl',
  email: 'alerts.emailTo',
};

function refuseRenaming({ builtIn, name }: AlertRule, changes: ReadRuleChanges): void {
  if (!builtIn || changes.name === undefined || changes.name === name) return;
  throw new AlertInvalid({
    field: 'name',
    value: changes.name,
    problem: 'cannot be that of a built-in rule',
    accepted: `${name}, or a rule of your own`,
  });
}

type Defined<T> = { readonly [Key in keyof T]?: Exclude<T[Key], undefined> };

function definedOf<T extends object>(given: T): Defined<T> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Defined<T>;
}
