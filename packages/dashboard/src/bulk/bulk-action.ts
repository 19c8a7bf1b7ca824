import type { ArgumentsOf, BulkAction, BulkDryRun } from '@scheduler/client';
import { api } from '../api/client.js';

/** The operation that is carried out for each row, such as `executions.retry`, and which rows. */
export type BulkRequest = ArgumentsOf<'bulkActions.create'>[0];

export const isEnded = ({ state }: BulkAction): boolean => state !== 'running' && state !== 'cancelling';

export async function countMatching(request: BulkRequest): Promise<BulkDryRun> {
  return (await api.bulkActions.create({ ...request, dry_run: true })) as BulkDryRun;
}

export async function begin(request: BulkRequest): Promise<BulkAction> {
  return (await api.bulkActions.create(request)) as BulkAction;
}

export const progressOf = (id: string): Promise<BulkAction> => api.bulkActions.get(id);

export const stop = (id: string): Promise<BulkAction> => api.bulkActions.cancel(id);
