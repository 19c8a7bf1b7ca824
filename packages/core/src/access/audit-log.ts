import { AccessInvalid, type AuditRecord, type JsonValue } from '@scheduler/contracts';
import type { AuditFilter } from '@scheduler/contracts/adapter';
import { argument, checkArguments, rejecting } from '../support/input/arguments.js';
import { byItsSchema } from '../support/input/common-arguments.js';
import { toJsonValue } from '../support/input/json-value.js';
import { readInput } from '../support/input/read-input.js';
import type { AccessParts } from './access-parts.js';
import type { CursorPage } from './api-keys.js';
import { auditEntrySchema, auditQuerySchema } from './audit-schema.js';
import { readCursor, toCursor } from './cursor.js';

/** What is to be remembered; its id and its time come from the log. */
export interface AuditEntry extends Omit<AuditRecord, 'id' | 'at' | 'before' | 'after'> {
  /** Default: null. */
  readonly before?: JsonValue;
  /** Default: null. */
  readonly after?: JsonValue;
}

export interface AuditQuery extends AuditFilter {
  /** Default: 50. */
  readonly limit?: number;
  /** What the page before gave as `next`. */
  readonly after?: string;
}

/** Remembers who did what. */
export class AuditLog {
  static {
    checkArguments<AuditLog>(AuditLog, {
      append: rejecting(AccessInvalid, argument('entries', byItsSchema)),
      list: rejecting(AccessInvalid, argument('query', byItsSchema)),
    });
  }

  constructor(private readonly parts: AccessParts) {}

  /** Keeps all of them or none. Text that is too long is cut, and values that cannot be kept are left out, since what was done is done. */
  async append(entries: readonly AuditEntry[]): Promise<readonly AuditRecord[]> {
    const at = new Date(this.parts.storeTime.now());
    if (!Array.isArray(entries)) throw new AccessInvalid(NO_LIST(entries));
    const records = entries.map((entry): AuditRecord => {
      const read = readInput({
        schema: auditEntrySchema,
        value: entry,
        error: AccessInvalid,
        subject: 'entries',
        known: Object.keys(auditEntrySchema.shape),
      });
      const { before, after, ...rest } = read;
      return { ...rest, id: this.parts.ids.next(), at, before: kept(before), after: kept(after) };
    });
    if (records.length > 0) await this.parts.access.auditLog.append({ records });
    return records;
  }

  /** Newest first. */
  async list(query: AuditQuery): Promise<CursorPage<AuditRecord>> {
    const { after, ...request } = readInput({
      schema: auditQuerySchema,
      value: query,
      error: AccessInvalid,
      subject: 'query',
      known: Object.keys(auditQuerySchema.shape),
    });
    const from = after === undefined ? {} : { after: readCursor(after) };
    const items = await this.parts.access.auditLog.list({ ...request, ...from });
    const last = items.length < request.limit ? undefined : items.at(-1);
    return { items, next: last === undefined ? null : toCursor(last) };
  }
}

const NO_LIST = (value: unknown) => ({
  field: 'entries',
  value,
  problem: 'is not a list',
  accepted: 'a list of what was done',
});

function kept(value: unknown): JsonValue {
  try {
    return toJsonValue(value, 'value', AccessInvalid);
  } catch (error) {
    if (!(error instanceof AccessInvalid)) throw error;
    return `(left out: ${error.issues[0]?.problem ?? 'cannot be kept'})`;
  }
}
