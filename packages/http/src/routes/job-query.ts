import { z } from 'zod';
import { commaList, instant, nameText } from '../fields/query-fields.js';
import { JOB_STATUSES } from '../views/job-view.js';
import { given } from './seed-job-fields.js';

/** What jobs are sorted by. Those without a next run come last. */
const SORT_FIELDS = {
  created_at: 'createdAt',
  next_run_at: 'nextRunAt',
  name: 'name',
  priority: 'priority',
} as const;

/** What jobs are filtered and sorted by, as far as a store knows it. */
export const jobFilter = {
  status: z.enum(JOB_STATUSES).optional(),
  tags: commaList(nameText).optional(),
  queue: commaList(nameText).optional(),
  handler_name: commaList(nameText).optional(),
  name_contains: nameText.optional(),
  next_run_after: instant.optional(),
  next_run_before: instant.optional(),
  sort_by: z.enum(['created_at', 'next_run_at', 'name', 'priority']).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
};

type Asked = z.output<z.ZodObject<typeof jobFilter>> & { readonly limit: number; readonly offset: number };

export function jobQueryOf({ status, sort_by, sort_order, limit, offset, ...asked }: Asked) {
  return {
    limit,
    offset,
    sortBy: SORT_FIELDS[sort_by],
    sortOrder: sort_order,
    ...given({
      statuses: status === undefined ? undefined : [status],
      tags: asked.tags,
      queues: asked.queue,
      types: asked.handler_name,
      nameContains: asked.name_contains,
      nextRunAfter: asked.next_run_after,
      nextRunBefore: asked.next_run_before,
    }),
  };
}
