import {
  QueryInvalid,
  type ScheduleDefinition,
  type ScheduledJob,
  ScheduleInvalid,
} from '@scheduler/contracts';
import { allItems, fields, flag, optional } from '@scheduler/contracts/adapter';
import { withTypeDefaults } from '../../execute/handlers/type-defaults.js';
import { checkPorts, checkWork, type ManagerParts } from '../../schedule/manager-parts.js';
import { argument, checkArguments, rejecting } from '../../support/input/arguments.js';
import { applyEntry } from './apply-entry.js';
import { aboutJob, type Declaration, keyOf, readDeclarations } from './read-declarations.js';
import { findDefinedJob, type StoredJobs } from '../find-defined-job.js';
import { declaredBy } from '../../schedule/declaration-mark.js';
import { planOf } from './plan-declared.js';
import type { DeclaredPlan, PlanEntry } from './plan-entry.js';

export interface PlanOptions {
  /** True: stored jobs of declared names that this application did not declare are taken over. Default false. */
  readonly adopt?: boolean;
}

export interface ReconcileReport {
  /** The plan before anything was changed. */
  readonly plan: DeclaredPlan;
  /** The entries that this node applied; another node that starts at the same time may have applied the rest. */
  readonly applied: readonly PlanEntry[];
}

/** After so many conflicts with other writers a job is left for the next start. */
const MOST_ROUNDS = 10;
const PAGE_SIZE = 1_000;

/** Compares the jobs that this application declares with those that are stored, and reconciles them. */
export class DeclaredJobs {
  static {
    const options = argument('options', optional(fields({ adopt: optional(flag) }, '{ adopt }')));
    checkArguments<Pick<DeclaredJobs, 'plan' | 'reconcile'>>(DeclaredJobs, {
      plan: rejecting(QueryInvalid, options),
      reconcile: rejecting(ScheduleInvalid, options),
    });
  }

  private read: readonly Declaration[] | null = null;

  constructor(
    private readonly parts: ManagerParts,
    /** Null: this process declares nothing and changes nothing. An empty list means that no job is declared any more. */
    readonly definitions: readonly ScheduleDefinition[] | null,
  ) {}

  /** How declared and stored jobs differ. It changes nothing. */
  async plan(options: PlanOptions = {}): Promise<DeclaredPlan> {
    return this.planFor(await this.stored(), options);
  }

  /** Brings the stored jobs in line with the declarations. Safe on several nodes at once. */
  async reconcile(options: PlanOptions = {}): Promise<ReconcileReport> {
    const applied: PlanEntry[] = [];
    let first: DeclaredPlan | null = null;
    for (let round = 1; round <= MOST_ROUNDS; round++) {
      const stored = await this.stored();
      const plan = await this.planFor(stored, options);
      first ??= plan;
      const outdated = await this.apply(plan, stored, applied);
      if (outdated === 0) return { plan: first, applied };
    }
    this.parts.logger.warn(
      'some declared jobs change too often to be brought in line; the next start tries again',
    );
    return { plan: first ?? (await this.plan(options)), applied };
  }

  /** Reconciles, unless this process declares nothing or `declared.atStart` is false. */
  async reconcileAtStart(): Promise<void> {
    if (this.definitions !== null && this.parts.config.declared.atStart) await this.reconcile();
  }

  /** Applies the entries of a plan. Returns how many have to be planned again. */
  private async apply(
    plan: DeclaredPlan,
    stored: readonly ScheduledJob[],
    applied: PlanEntry[],
  ): Promise<number> {
    const open = plan.entries.filter(({ steps }) => steps.length > 0);
    const declarations = new Map(this.declarations().map((each) => [keyOf(each), each]));
    const targets = open.map((entry) => ({
      entry,
      declaration: entry.action === 'orphan' ? null : (declarations.get(keyOf(entry)) ?? null),
      job: stored.find(({ id }) => id === entry.jobId) ?? null,
    }));
    for (const { declaration, job } of targets)
      if (declaration !== null) this.check(declaration, { before: job, now: plan.at });
    let outdated = 0;
    for (const target of targets) {
      if (await applyEntry(this.parts, target)) applied.push(target.entry);
      else outdated += 1;
    }
    return outdated;
  }

  /** Runs before anything is written, so that a declaration without a handler, or which the store cannot serve, changes nothing. */
  private check(
    declaration: Declaration,
    { before, now }: { readonly before: ScheduledJob | null; readonly now: Date },
  ): void {
    const work = declaration.jobAt('', now);
    aboutJob(declaration.definition, () => {
      checkWork(this.parts, work);
      checkPorts(this.parts, work, before);
    });
  }

  private async planFor(stored: readonly ScheduledJob[], { adopt }: PlanOptions): Promise<DeclaredPlan> {
    const { schedules, config, recurrence } = this.parts;
    return planOf(this.declarations(), { stored, now: await schedules.now(), config, recurrence, adopt });
  }

  private declarations(): readonly Declaration[] {
    const { config, handlers } = this.parts;
    this.read ??= readDeclarations(
      (this.definitions ?? []).map((definition) => withTypeDefaults(handlers, definition)),
      config,
    );
    return this.read;
  }

  /** All jobs that this application declared before, and other jobs with a declared name. */
  private async stored(): Promise<readonly ScheduledJob[]> {
    if (this.definitions === null) return [];
    const known = await this.declaredBefore();
    const keys = new Set(known.filter((job) => !job.isFinal()).map(keyOf));
    const others: ScheduledJob[] = [];
    for (const { name, tenant } of this.declarations().filter((each) => !keys.has(keyOf(each)))) {
      const found = await findDefinedJob(this.storedJobs(tenant), { name, tenant });
      if (found !== null) others.push(found);
    }
    return [...known, ...others];
  }

  private storedJobs(tenant: string | null): StoredJobs {
    const { schedules } = this.parts;
    return {
      find: (name) => schedules.findByName({ name, tenant }),
      list: (request) => schedules.list({ ...request, tenant, sortBy: 'createdAt', sortOrder: 'desc' }),
    };
  }

  private async declaredBefore(): Promise<readonly ScheduledJob[]> {
    const { schedules, config } = this.parts;
    const createdBy = declaredBy(config.declared.application);
    return allItems(PAGE_SIZE, (page) =>
      schedules.list({ ...page, createdBy, tenant: null, sortBy: 'createdAt', sortOrder: 'asc' }),
    );
  }
}
