import type { JsonObject, ScheduledJob } from '@scheduler/contracts';

/** The metadata key of the declaration mark. */
export const DECLARATION = 'scheduler.declaration';

/** The mark that a declared job carries in its metadata. */
export interface DeclarationMark {
  /** The application that declares it. */
  readonly by: string;
  /** The fingerprint of the declaration from which the job was last written. */
  readonly fingerprint: string;
  /** True: a reconciliation found that the job is not declared any more. */
  readonly orphan: boolean;
}

/** The mark of a job. Null: the job was not declared. */
export function markOf({ metadata }: Pick<ScheduledJob, 'metadata'>): DeclarationMark | null {
  const mark = Object.hasOwn(metadata, DECLARATION) ? metadata[DECLARATION] : undefined;
  if (typeof mark !== 'object' || mark === null || Array.isArray(mark)) return null;
  const { by, fingerprint, orphan } = mark as JsonObject;
  if (typeof by !== 'string' || typeof fingerprint !== 'string') return null;
  return { by, fingerprint, orphan: orphan === true };
}

export function withMark(metadata: JsonObject, { by, fingerprint, orphan }: DeclarationMark): JsonObject {
  const mark: JsonObject = orphan ? { by, fingerprint, orphan } : { by, fingerprint };
  return Object.freeze({ ...metadata, [DECLARATION]: Object.freeze(mark) });
}

export function withoutMark({ [DECLARATION]: _, ...metadata }: JsonObject): JsonObject {
  return metadata;
}

/** New metadata with the mark of the old ones, so that replacing the metadata keeps the declaration. */
export function keepMark(before: JsonObject, after: JsonObject): JsonObject {
  const mark = markOf({ metadata: before });
  return mark === null ? after : withMark(after, mark);
}

/** `createdBy` of declared jobs, by which they are found. */
export function declaredBy(application: string): string {
  return `declared:${application}`;
}
