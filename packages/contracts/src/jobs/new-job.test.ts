import { NO_COUNTS } from './scheduled-job-props.js';
import { minute, samplePolicies } from '../test-support/samples.js';
import { jobType } from '../values/job-type.js';
import { newJob } from './new-job.js';
import { trigger } from './trigger.js';

const given = {
  id: 'job-1',
  name: 'weekly-sales',
  type: jobType('export_report'),
  trigger: trigger.every('1h'),
  policies: samplePolicies,
  createdAt: minute(3),
};

describe('newJob', () => {
  it('waits, and nothing has happened to it', () => {
    const job = newJob(given);
    expect(job).toMatchObject({
      ...given,
      updatedAt: minute(3),
      status: 'pending',
      counters: NO_COUNTS,
      revision: 1,
    });
    const empty = [job.payload, job.tenant, job.nextRunAt, job.lastRunAt, job.completedAt, job.statusReason];
    expect(new Set(empty)).toEqual(new Set([null]));
  });

  it('has what was given, and is frozen', () => {
    const job = newJob({ ...given, tenant: 'acme', status: 'active', updatedAt: minute(4) });
    expect(job).toMatchObject({ tenant: 'acme', status: 'active', updatedAt: minute(4) });
    expect(Object.isFrozen(job)).toBe(true);
  });
});
