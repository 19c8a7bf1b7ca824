import { z } from 'zod';
import { route, type Route } from '../declare/route.js';
import { instant, nameText, plainText } from '../fields/query-fields.js';
import { seriesSchema, seriesView } from '../views/series-view.js';
import { answer } from './answers.js';
import { ownOf } from './tenant-of.js';

const LONGEST_DURATION = 50;

export const SERIES_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/metrics/series',
    permission: 'metrics:read',
    tag: 'Monitoring',
    operation: 'metrics.series',
    summary: 'What ended over time, in buckets: counts, durations and waiting. Default: the last 24 hours.',
    query: z.strictObject({
      since: instant.optional(),
      until: instant.optional(),
      bucket: plainText(LONGEST_DURATION)
        .optional()
        .meta({ description: 'A duration such as 15m; at most 500 buckets. Default: at most 100.' }),
      by: z.enum(['status', 'queue', 'type']).optional(),
      job: nameText.optional().meta({ description: 'The id or name of a job.' }),
    }),
    answers: { 200: answer('One line, or one for each group.', seriesSchema) },
    handle: async ({ query, node, principal }) => {
      const { since, until, bucket, by, job } = query;
      const series = await ownOf(node.statistics, principal).series({
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
        ...(bucket === undefined ? {} : { bucket }),
        ...(by === undefined ? {} : { by }),
        ...(job === undefined ? {} : { job }),
      });
      return { status: 200, body: seriesView(series) };
    },
  }),
];
