import { BoundedSeries, type Labels, Tally, WorkSeries } from './series.js';

export interface CollectedOptions {
  readonly maxSeries: number;
  readonly tenants: boolean;
}

interface Work {
  readonly queue: string;
  readonly type: string;
  readonly tenant: string | null;
}

export interface TalliedSeries {
  readonly labels: Labels;
  readonly tally: Tally;
}

/** What was counted since the start of the process. */
export class Collected {
  leaderChanges = 0;
  readonly circuitTrips: BoundedSeries<TalliedSeries>;
  private last: (Work & { readonly series: WorkSeries }) | null = null;
  private readonly work: BoundedSeries<WorkSeries>;
  private readonly workflows: BoundedSeries<TalliedSeries>;

  constructor(private readonly options: CollectedOptions) {
    const { maxSeries } = options;
    this.work = new BoundedSeries(
      maxSeries,
      ([queue = '', type = '', tenant = '']) => new WorkSeries({ queue, type, tenant }),
      3,
    );
    this.workflows = new BoundedSeries(
      maxSeries,
      ([workflow = '', tenant = '']) => ({ labels: { workflow, tenant }, tally: new Tally() }),
      2,
    );
    this.circuitTrips = new BoundedSeries(
      maxSeries,
      ([circuit = '']) => ({ labels: { circuit }, tally: new Tally() }),
      1,
    );
  }

  /** Work of one kind often comes in a row, so that the last series is compared before any is looked up. */
  of({ queue, type, tenant }: Work): WorkSeries {
    const { last } = this;
    if (last !== null && last.type === type && last.queue === queue && last.tenant === tenant)
      return last.series;
    const series = this.work.of(queue, type, this.tenantOf(tenant));
    this.last = { queue, type, tenant, series };
    return series;
  }

  ofWorkflow({ workflow, tenant }: { readonly workflow: string; readonly tenant: string | null }): Tally {
    return this.workflows.of(workflow, this.tenantOf(tenant)).tally;
  }

  allWork(): readonly WorkSeries[] {
    return this.work.all();
  }

  allWorkflows(): readonly TalliedSeries[] {
    return this.workflows.all();
  }

  private tenantOf(tenant: string | null): string {
    return this.options.tenants ? (tenant ?? '') : '';
  }
}
