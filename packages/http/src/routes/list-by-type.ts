import type { JobQuery, Page, ScheduledJob, Scheduler, TriggerKind } from '@scheduler/contracts';
import { seedTypeOf, type SeedJobType } from '../views/job-view.js';

/** The triggers that jobs of a type have. */
export const TRIGGERS: Readonly<Record<SeedJobType, readonly TriggerKind[]>> = {
  cron: ['cron'],
  one_time: ['once', 'now'],
  recurring: ['cron', 'every', 'calendar', 'rrule'],
  event: ['event', 'reboot'],
};

const STEP = 1_000;

type Query = Omit<JobQuery, 'limit' | 'offset'> & { readonly limit: number; readonly offset: number };

/**
 * Jobs of one of the seed's types. A store does not know whether a cron job has bounds, so that those two types are told apart here, page by
 * page; the others are a filter of the store.
 */
export async function listByType(
  scheduler: Scheduler,
  type: SeedJobType | undefined,
  query: Query,
): Promise<Pick<Page<ScheduledJob>, 'items'> & { readonly total: number | null }> {
  if (type === undefined) return scheduler.list(query);
  const filtered = { ...query, triggers: TRIGGERS[type] };
  if (type === 'one_time' || type === 'event') return scheduler.list(filtered);
  const wanted: ScheduledJob[] = [];
  for (let offset = 0; wanted.length < query.offset + query.limit; offset += STEP) {
    const { items } = await scheduler.list({ ...filtered, limit: STEP, offset });
    wanted.push(...items.filter((job) => seedTypeOf(job) === type));
    if (items.length < STEP) break;
  }
  return { items: wanted.slice(query.offset, query.offset + query.limit), total: null };
}
