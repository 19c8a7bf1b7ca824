import { StateMachine } from './state-machine.js';

/**
 * - `pending`: defined, but not yet active
 * - `active`: its occurrences fire
 * - `paused`: no occurrence fires until it is resumed
 * - `completed`: a one-off that succeeded, or a recurring job that reached its end
 * - `failed`: a one-off whose retries are used up
 * - `cancelled`: ended by a request; the job is kept
 */
export type JobStatus = 'pending' | 'active' | 'paused' | 'completed' | 'failed' | 'cancelled';

export const jobStatuses = new StateMachine<JobStatus>(
  'job',
  {
    pending: ['active', 'paused', 'cancelled'],
    active: ['paused', 'completed', 'failed', 'cancelled'],
    paused: ['active', 'completed', 'failed', 'cancelled'],
    completed: [],
    failed: [],
    cancelled: [],
  },
  ['pending', 'active'],
);
