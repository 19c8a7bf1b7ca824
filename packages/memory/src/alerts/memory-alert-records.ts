import {
  type AlertKind,
  type AlertRecord,
  type AlertRecords,
  checkScope,
  isInScope,
  type ListAlertRecords,
  ownCopy,
} from '@scheduler/contracts/adapter';
import { NewestFirst } from '../access/newest-first.js';
import { frozen } from '../database/own-copy.js';

/** Records of alerts in memory, which live as long as the store. */
export class MemoryAlertRecords<TRecord extends AlertRecord> implements AlertRecords<TRecord> {
  private readonly byId = new Map<string, TRecord>();
  /** The ids of the records to which what is unique belongs. */
  private readonly holders = new Map<string, string>();
  private readonly sorted = new NewestFirst<TRecord>(({ createdAt, id }) => ({ at: createdAt, id }));

  constructor(private readonly kind: AlertKind<TRecord>) {}

  async add({ record }: { readonly record: TRecord }): Promise<boolean> {
    if (this.byId.has(record.id) || this.isTaken(record)) return false;
    this.put(record);
    return true;
  }

  async save({
    record,
    expectedRevision,
  }: {
    readonly record: TRecord;
    readonly expectedRevision: number;
  }): Promise<boolean> {
    const stored = this.byId.get(record.id);
    if (stored?.revision !== expectedRevision || this.isTaken(record)) return false;
    this.remove(stored);
    this.put(record);
    return true;
  }

  async delete({
    id,
    expectedRevision,
  }: {
    readonly id: string;
    readonly expectedRevision: number;
  }): Promise<boolean> {
    const stored = this.byId.get(id);
    if (stored?.revision !== expectedRevision) return false;
    this.remove(stored);
    return true;
  }

  async get({ id, tenant }: Parameters<AlertRecords<TRecord>['get']>[0]): Promise<TRecord | null> {
    const stored = this.byId.get(id);
    return stored !== undefined && isInScope(stored, tenant) ? ownCopy(stored) : null;
  }

  async list({ tenant, limit, statuses, rule, after }: ListAlertRecords): Promise<readonly TRecord[]> {
    checkScope(tenant);
    const accepted: readonly (string | null)[] = statuses ?? [];
    const matches = (record: TRecord) => {
      const marks = this.kind.marksOf(record);
      return (
        isInScope(record, tenant) &&
        (rule === undefined || marks.rule === rule) &&
        (accepted.length === 0 || accepted.includes(marks.status))
      );
    };
    const from = after === undefined ? undefined : { at: after.createdAt, id: after.id };
    return ownCopy(this.sorted.page(limit, from, matches));
  }

  async prune({ before, limit }: { readonly before: Date; readonly limit: number }): Promise<number> {
    return this.deleteWhere(limit, (record) => {
      const { endsAt } = this.kind.marksOf(record);
      return endsAt !== null && endsAt < before;
    });
  }

  async deleteOfTenant({ tenant, limit }: { readonly tenant: string; readonly limit: number }) {
    return this.deleteWhere(limit, (record) => record.tenant === tenant);
  }

  private deleteWhere(limit: number, matches: (record: TRecord) => boolean): number {
    const found = this.sorted.page(limit, undefined, matches);
    for (const record of found) this.remove(record);
    return found.length;
  }

  private isTaken(record: TRecord): boolean {
    const { unique } = this.kind.marksOf(record);
    const holder = unique === null ? undefined : this.holders.get(unique);
    return holder !== undefined && holder !== record.id;
  }

  private put(given: TRecord): void {
    const record = frozen(given);
    const { unique } = this.kind.marksOf(record);
    this.byId.set(record.id, record);
    this.sorted.add(record);
    if (unique !== null) this.holders.set(unique, record.id);
  }

  private remove(record: TRecord): void {
    const { unique } = this.kind.marksOf(record);
    this.byId.delete(record.id);
    this.sorted.remove(record);
    if (unique !== null) this.holders.delete(unique);
  }
}
