import type { ScheduledJob } from '@scheduler/contracts';
import { minute, sampleJob } from '../test-support/samples.js';
import { findDefinedJob, type StoredJobs } from './find-defined-job.js';

/** `found`: what the name alone leads to. */
function storedJobs(found: ScheduledJob | null, jobs: readonly ScheduledJob[] = []): StoredJobs {
  return {
    find: async () => found,
    list: async ({ nameContains, limit, offset }) => ({
      items: jobs.filter(({ name }) => name.includes(nameContains)).slice(offset, offset + limit),
    }),
  };
}

const wanted = { name: 'hourly', tenant: null };
const own = sampleJob({ id: 'own', name: 'hourly', tenant: null, createdAt: minute(2) });
const ended = sampleJob({ id: 'ended', name: 'hourly', tenant: null, status: 'completed' });
const foreign = sampleJob({ id: 'foreign', name: 'hourly', tenant: 'acme' });
const similar = sampleJob({ id: 'similar', name: 'hourly report', tenant: null });
const byId = sampleJob({ id: 'hourly', name: 'something else', tenant: null });

it.each([
  ['none where nothing goes by the name', storedJobs(null), null],
  ['the job of that name and owner', storedJobs(own), own],
  ['its own behind that of a tenant', storedJobs(foreign, [foreign, similar, ended, own]), own],
  ['its own behind a job with that id', storedJobs(byId, [own]), own],
  ['the newest that has ended where none goes on', storedJobs(foreign, [foreign, ended]), ended],
  ['none where all are of somebody else', storedJobs(foreign, [foreign, similar]), null],
])('finds %s', async (_, stored, expected) => {
  expect(await findDefinedJob(stored, wanted)).toBe(expected);
});
