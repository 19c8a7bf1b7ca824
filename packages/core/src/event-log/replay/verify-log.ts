import type { EventEntity, JsonValue } from '@scheduler/contracts';
import { differencesOf, type EventLog } from '@scheduler/contracts/adapter';
import { LogFold } from './log-fold.js';
import { hasKey, type Partition } from './partition.js';
import { countRows, type RowKind, rowKinds, type RowPorts } from './stored-rows.js';

/** A field in which a stored row is not what the log says, or a row that only one of them has. */
export interface LogDifference {
  readonly entity: EventEntity;
  readonly id: string;
  /** Null: the log has the row and the store has not, or the other way round. */
  readonly field: string | null;
  readonly logged: JsonValue;
  readonly stored: JsonValue;
}

export interface LogVerification {
  /** Whether the log is there from the beginning. Where it was pruned, rows whose beginning is gone are not compared. */
  readonly isComplete: boolean;
  /** How many events were folded. */
  readonly events: number;
  readonly checked: Readonly<Record<EventEntity, number>>;
  /** Rows whose beginning the log does not have, because it was switched on or pruned later. They are not compared. */
  readonly unexplained: number;
  /** The first 1,000. Empty: the log explains every row. */
  readonly differences: readonly LogDifference[];
  readonly found: number;
}

export interface VerifyOptions {
  /** Called as it goes on, with how many events and rows were read. */
  readonly onProgress?: (progress: { readonly events: number; readonly rows: number }) => void;
  /** How many rows are held in memory at once; the log is read once for each part. Default: 50,000. */
  readonly rowsAtOnce?: number;
}

export interface VerifyParts extends RowPorts {
  readonly eventLog: Pick<EventLog, 'read' | 'bounds'>;
}

const ROWS_AT_ONCE = 50_000;
const MOST_LISTED = 1_000;
/** What changes while it is being compared is compared again, with the events that came meanwhile. */
const MOST_ROUNDS = 10;

/** Folds the log and compares it with every stored row. It changes nothing, and may run while others work. */
export async function verifyLog(
  parts: VerifyParts,
  { onProgress = () => undefined, rowsAtOnce = ROWS_AT_ONCE }: VerifyOptions = {},
): Promise<LogVerification> {
  const { prunedTo } = await parts.eventLog.bounds();
  const count = Math.max(1, Math.ceil((await countRows(parts)) / rowsAtOnce));
  const report = new Verification(prunedTo === null, onProgress);
  for (let index = 0; index < count; index += 1) await verifyPart(parts, { index, count }, report);
  return report.result();
}

async function verifyPart(parts: VerifyParts, partition: Partition, report: Verification): Promise<void> {
  const fold = new LogFold(parts.eventLog, partition);
  await fold.catchUp((events) => report.read(events));
  for (const kind of rowKinds(parts)) {
    const seen = new Set<string>();
    const suspects = new Set<string>();
    for await (const page of kind.pages())
      for (const row of page.filter((each) => hasKey(partition, kind.keyOf(each)))) {
        const id = kind.idOf(row);
        if (seen.has(id)) continue;
        seen.add(id);
        if (compared(kind, fold, id, row).length > 0) suspects.add(id);
      }
    for (const id of kind.folded(fold.rows).keys()) if (!seen.has(id)) suspects.add(id);
    report.checked(kind.entity, seen.size);
    await settleSuspects(kind, fold, suspects, report);
  }
  report.endPart(fold.events);
}

/** Compares again what has differed, until it does not, or for good. */
async function settleSuspects(
  kind: RowKind,
  fold: LogFold,
  suspects: Set<string>,
  report: Verification,
): Promise<void> {
  let left = [...suspects];
  for (let round = 1; left.length > 0; round += 1) {
    const before = fold.events;
    const rows = new Map<string, object | null>();
    for (const id of left) rows.set(id, await kind.get(id));
    await fold.catchUp();
    left = left.filter((id) => compared(kind, fold, id, rows.get(id) ?? null).length > 0);
    // What differs while nothing happens differs for good.
    if (fold.events > before && round < MOST_ROUNDS) continue;
    for (const id of left) report.add(kind, fold, id, rows.get(id) ?? null);
    return;
  }
}

function compared(
  { entity, folded }: RowKind,
  fold: LogFold,
  id: string,
  row: object | null,
): readonly LogDifference[] {
  const logged = folded(fold.rows).get(id) ?? null;
  if (logged !== null && row !== null)
    return differencesOf(logged, row).map((difference) => ({ entity, id, ...difference }));
  if (logged === null && row === null) return [];
  const which = (there: object | null) => (there === null ? 'missing' : 'there');
  return [{ entity, id, field: null, logged: which(logged), stored: which(row) }];
}

class Verification {
  private readonly differences: LogDifference[] = [];
  private readonly counts: Record<EventEntity, number> = { job: 0, execution: 0, queue: 0, workflow: 0 };
  private found = 0;
  private unexplained = 0;
  private events = 0;

  constructor(
    private readonly isComplete: boolean,
    private readonly onProgress: NonNullable<VerifyOptions['onProgress']>,
  ) {}

  read(events: number): void {
    this.onProgress({ events, rows: this.rows });
  }

  checked(entity: EventEntity, count: number): void {
    this.counts[entity] += count;
    this.onProgress({ events: this.events, rows: this.rows });
  }

  /** A row that is older than the log, or whose beginning was deleted, is no difference. */
  add(kind: RowKind, fold: LogFold, id: string, row: object | null): void {
    const isKnown = kind.folded(fold.rows).has(id);
    if (!isKnown && row !== null && this.isOlder(kind, fold, row)) {
      this.unexplained += 1;
      return;
    }
    const differences = compared(kind, fold, id, row);
    this.found += differences.length;
    this.differences.push(...differences.slice(0, Math.max(0, MOST_LISTED - this.differences.length)));
  }

  endPart(events: number): void {
    this.events = events;
  }

  result(): LogVerification {
    const { isComplete, events, unexplained, differences, found } = this;
    return { isComplete, events, checked: { ...this.counts }, unexplained, differences, found };
  }

  private get rows(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }

  private isOlder(kind: RowKind, { beganAt }: LogFold, row: object): boolean {
    const createdAt = kind.createdAt(row);
    return !this.isComplete || beganAt === null || createdAt === null || createdAt < beganAt;
  }
}
