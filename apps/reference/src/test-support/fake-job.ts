import { type HandledJob, jobType } from '@scheduler/contracts';

export function fakeJob<TPayload>(type: string, payload: TPayload): HandledJob<TPayload> {
  return {
    id: 'job-1',
    name: 'a job',
    type: jobType(type),
    targetId: null,
    payload,
    tags: [],
    metadata: {},
    tenant: null,
  };
}
