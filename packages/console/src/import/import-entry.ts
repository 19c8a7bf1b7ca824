import type { Trigger } from '@scheduler/contracts';

/** The schedulers whose lists can be read. */
export const IMPORT_FORMATS = ['crontab', 'node-cron', 'agenda', 'bullmq'] as const;

export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** One job of the old scheduler. */
export interface ImportEntry {
  /** Where it stands, such as `crontab.txt:12` or `jobs.json, entry 3`. */
  readonly place: string;
  /** Its schedule, as it is written there. */
  readonly written: string;
  readonly trigger: Trigger;
  /** Null: the old scheduler called a function. */
  readonly command: string | null;
  /** What the command reads. Empty: nothing. */
  readonly stdin: string;
  /** Variables for the command. */
  readonly env: Readonly<Record<string, string>>;
  /** Its name there. Null: it has none, as in a crontab. */
  readonly name: string | null;
  /** What the function was called with. */
  readonly data: unknown;
  readonly enabled: boolean;
  /** What is not the same here, as far as its text shows. */
  readonly notes: readonly string[];
}

/** A part of the file that cannot be imported. */
export interface ImportProblem {
  readonly place: string;
  readonly problem: string;
}

export interface ReadList {
  readonly entries: readonly ImportEntry[];
  readonly problems: readonly ImportProblem[];
  /** What is not the same here for the whole file. */
  readonly notes: readonly string[];
}

export interface ListToRead {
  readonly text: string;
  /** The name of the file, for messages. */
  readonly file: string;
  /** The zone of times for which the file names none. */
  readonly zone: string;
}

/** An entry with what most of them do not have. */
export function entryOf(
  given: Pick<ImportEntry, 'place' | 'written' | 'trigger'> & Partial<ImportEntry>,
): ImportEntry {
  return { command: null, stdin: '', env: {}, name: null, data: null, enabled: true, notes: [], ...given };
}
