import { type DurationInput, type SeriesQuery, toMilliseconds } from '@scheduler/contracts';
import { z } from 'zod';
import { type Call, route, type Route } from '../declare/route.js';
import { instant, nameText, plainText } from '../fields/query-fields.js';
import { HttpError } from '../problems/http-error.js';
import { seriesSchema, seriesView } from '../views/series-view.js';
import { answer } from './answers.js';
import { given } from './seed-job-fields.js';
import { ownOf } from './tenant-of.js';

const LONGEST_DURATION = 50;

const query = z.strictObject({
  since: instant.optional(),
  until: instant.optional(),
  period: plainText(LONGEST_DURATION)
    .optional()
    .meta({ description: 'In place of `since`: a duration before `until`, such as 24h.' }),
  bucket: plainText(LONGEST_DURATION)
    .optional()
    .meta({ description: 'A duration such as 15m; at most 500 buckets. Default: at most 100.' }),
  by: z.enum(['status', 'queue', 'type']).optional(),
  job: nameText.optional().meta({ description: 'The id or name of a job.' }),
});

type Query = z.output<typeof query>;

export const SERIES_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/metrics/series',
    permission: 'metrics:read',
    tag: 'Monitoring',
    operation: 'metrics.series',
    summary: 'What ended over time, in buckets: counts, durations and waiting. Default: the last 24 hours.',
    query,
    answers: { 200: answer('One line, or one for each group.', seriesSchema) },
    handle: async (call) => {
      const { principal, services } = call;
      const key = JSON.stringify([principal.tenant, call.query]);
      const body = await services.reports.get(key, () => read(call, call.query));
      return { status: 200, body };
    },
  }),
];

async function read({ node, principal }: Pick<Call, 'node' | 'principal'>, asked: Query) {
  return seriesView(await ownOf(node.statistics, principal).series(seriesQueryOf(asked, node.clock.now())));
}

function seriesQueryOf({ period, ...asked }: Query, now: Date): SeriesQuery {
  if (period === undefined) return given(asked);
  if (asked.since !== undefined) throw refused('is given beside `since`; give one of the two');
  const end = asked.until ?? now;
  return { ...given(asked), since: new Date(end.getTime() - periodMs(period)) };
}

function periodMs(period: DurationInput): number {
  try {
    return toMilliseconds(period);
  } catch {
    throw refused('is not a duration such as 24h or 7d');
  }
}

function refused(problem: string): HttpError {
  return new HttpError(400, 'REQUEST_INVALID', `period: ${problem}`);
}
