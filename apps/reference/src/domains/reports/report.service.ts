import { join } from 'node:path';
import type { Collection } from '../shared/app-store.js';
import { writeFileAtomically } from '../shared/files.js';
import type { Order } from './orders.js';
import { REPORTS } from './report-catalog.js';
import { formatTable, type ReportFormat } from './report-formats.js';

export const REPORT_PERIODS = ['day', 'week', 'all'] as const;

export type ReportPeriod = (typeof REPORT_PERIODS)[number];

export interface ExportRequest {
  readonly report: string;
  readonly format: ReportFormat;
  readonly period: ReportPeriod;
}

export interface Exported {
  readonly file: string;
  readonly rows: number;
}

/** A report that does not exist; a retry does not help. */
export class UnknownReport extends Error {
  constructor(report: string) {
    super(`there is no report ${JSON.stringify(report)}; available: ${[...REPORTS.keys()].join(', ')}`);
    this.name = 'UnknownReport';
  }
}

const DAY_MS = 86_400_000;
const PERIOD_MS: Readonly<Record<ReportPeriod, number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  all: Number.POSITIVE_INFINITY,
};

export class ReportService {
  constructor(
    private readonly orders: Pick<Collection<Order>, 'all'>,
    private readonly folder: string,
  ) {}

  /** Writes the report about the period that ends at `until`. The same request writes the same file again. */
  async export({ report, format, period }: ExportRequest, until: Date): Promise<Exported> {
    const build = REPORTS.get(report);
    if (build === undefined) throw new UnknownReport(report);
    const end = until.getTime();
    const inPeriod = (await this.orders.all()).filter(({ placedAt }) => {
      const placed = Date.parse(placedAt);
      return placed < end && placed >= end - PERIOD_MS[period];
    });
    const table = build(inPeriod);
    const file = join(this.folder, `${report}-${period}-${compact(until)}.${format}`);
    await writeFileAtomically({ path: file, text: formatTable(table, format), at: until });
    return { file, rows: table.rows.length };
  }
}

/** `2027-03-10T12:00:00.000Z` → `20270310T120000Z`, which every file system accepts. */
function compact(at: Date): string {
  return at.toISOString().replace(/[-:]|\.\d+/g, '');
}
