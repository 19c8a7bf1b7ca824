import type { ArgumentsOf } from '@scheduler/client';
import { askedFor } from '../../api/asked-for.js';
import type { Search } from '../../navigation/use-search.js';

export const PERIODS = [
  { value: '1h', label: 'last hour' },
  { value: '24h', label: 'last 24 hours' },
  { value: '7d', label: 'last 7 days' },
  { value: '30d', label: 'last 30 days' },
  { value: '', label: 'any time' },
] as const;

const HOUR_MS = 3_600_000;
const LENGTHS: Readonly<Record<string, number>> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 168 * HOUR_MS,
  '30d': 720 * HOUR_MS,
};

/** The names of the filters in the address, which are those of the API where it has them. */
export const FILTERS = [
  'status',
  'job',
  'handler_name',
  'queue',
  'error_class',
  'period',
  'dead_letter',
  'payload',
] as const;

export const PAGE = 50;

type ExecutionQuery = NonNullable<ArgumentsOf<'executions.list'>[0]>;

/** What the address asks for, as the API has it. */
export function queryOf({ values }: Pick<Search, 'values'>, now: number): ExecutionQuery {
  const length = LENGTHS[values['period'] ?? ''];
  return askedFor({
    status: values['status'],
    job: values['job'],
    handler_name: values['handler_name'],
    queue: values['queue'],
    error_class: values['error_class'],
    dead_letter: values['dead_letter'],
    payload: values['payload'],
    since: length === undefined ? undefined : new Date(now - length).toISOString(),
  });
}

/** Whether anything is filtered, so that an empty list has another reason than that nothing has run yet. */
export function isFiltered({ values }: Pick<Search, 'values'>): boolean {
  return FILTERS.some((name) => (values[name] ?? '') !== '');
}
