import type { JsonObject, ScheduledJob } from '@scheduler/contracts';

/** The key of a job's metadata that says that the job is declared. */
export const DECLARATION = 'scheduler.declaration';

/** What a declared job remembers of its declaration. */
export interface DeclarationMark {
  /** The application that declares it. */
  readonly by: string;
  /** Of the declaration as it was when the job was written after it. */
  readonly fingerprint: string;
  /** True: it was seen that nobody declares it any more. */
  readonly orphan: boolean;
}

/** Null: nobody has declared the job. */
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

/** Whoever replaces the metadata of a declared job does not take its declaration away. */
export function keepMark(before: JsonObject, after: JsonObject): JsonObject {
  const mark = markOf({ metadata: before });
  return mark === null ? after : withMark(after, mark);
}

/** `createdBy` of declared jobs, by which they are found. */
export function declaredBy(application: string): string {
  return `declared:${application}`;
}
