import { get, post, segment } from '../api/request.js';

/** A filter as bulk actions have it: texts, lists and flags. */
export type BulkFilter = Readonly<Record<string, string | readonly string[] | boolean | undefined>>;

export interface BulkRequest {
  /** The operation that is carried out for each row, such as `executions.retry`. */
  readonly action: string;
  readonly filter: BulkFilter;
}

export interface DryRun {
  readonly matched: number;
  readonly sample: readonly {
    readonly id: string;
    readonly name: string | null;
    readonly handler_name: string;
    readonly status: string;
    readonly at: string;
  }[];
}

export interface BulkProgress {
  readonly id: string;
  readonly action: string;
  readonly state: 'running' | 'cancelling' | 'completed' | 'cancelled' | 'interrupted';
  readonly matched: number;
  readonly done: number;
  readonly failed: number;
  readonly reasons: readonly { readonly code: string; readonly count: number }[];
  readonly interruption: { readonly detail: string } | null;
}

export const isEnded = ({ state }: BulkProgress): boolean => state !== 'running' && state !== 'cancelling';

export const countMatching = (request: BulkRequest): Promise<DryRun> =>
  post('bulk-actions', { ...request, dry_run: true });

export const begin = (request: BulkRequest): Promise<BulkProgress> => post('bulk-actions', request);

export const progressOf = (id: string): Promise<BulkProgress> => get(`bulk-actions/${segment(id)}`);

export const stop = (id: string): Promise<BulkProgress> => post(`bulk-actions/${segment(id)}/cancel`);
