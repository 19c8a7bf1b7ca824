import type { DispatchAgent } from './agent-dispatcher.js';
import type { StartWorkflow } from './workflow-dispatcher.js';
import type { HandledJob } from '../handlers/job-handler.js';
import type { JobContext } from '../handlers/job-context.js';
import { jobType } from '../values/job-type.js';
import { agentHandler } from './agent-handler.js';
import { workflowHandler } from './workflow-handler.js';

const job = (payload: unknown): HandledJob => ({
  id: null,
  name: null,
  type: jobType('triage_ticket'),
  targetId: null,
  payload,
  tags: [],
  metadata: {},
  tenant: 'acme',
});
const { signal } = new AbortController();
const context = { signal, executionId: 'e1', idempotencyKey: 'e1' } as JobContext;

describe('agentHandler (F81)', () => {
  it('dispatches the payload to its agent, with medium priority and 300000 ms, and stores the answer', async () => {
    const requests: DispatchAgent[] = [];
    const agents = {
      dispatch: (request: DispatchAgent) => {
        requests.push(request);
        return Promise.resolve({ team: 'billing' });
      },
    };
    const handler = agentHandler({ type: 'triage_ticket', agent: 'triage', agents });
    expect(handler.supports(jobType('triage_ticket'))).toBe(true);
    expect(await handler.handle(job({ ticket: 7 }), context)).toEqual({
      kind: 'succeeded',
      output: { team: 'billing' },
    });
    expect(requests).toEqual([
      {
        agent: 'triage',
        input: { ticket: 7 },
        priority: 5,
        timeoutMs: 300_000,
        signal,
        executionId: 'e1',
        idempotencyKey: 'e1',
        tenant: 'acme',
      },
    ]);
  });

  it('accepts its own priority and timeout, and checks payloads', async () => {
    const requests: DispatchAgent[] = [];
    const agents = {
      dispatch: (request: DispatchAgent) => {
        requests.push(request);
        return Promise.resolve(null);
      },
    };
    const validate = (payload: unknown) => {
      if (payload === null) throw new Error('a ticket is missing');
    };
    const options = { priority: 'high', timeout: '10s', validate } as const;
    const handler = agentHandler({ type: 'triage_ticket', agent: 'triage', agents, ...options });
    await handler.handle(job({}), context);
    expect(requests).toMatchObject([{ priority: 2, timeoutMs: 10_000 }]);
    expect(() => handler.validate?.(null)).toThrow('a ticket is missing');
  });

  it('fails when its agent fails', async () => {
    const agents = { dispatch: () => Promise.reject(new Error('the agent sleeps')) };
    const handler = agentHandler({ type: 'triage_ticket', agent: 'triage', agents });
    await expect(handler.handle(job({}), context)).rejects.toThrow('the agent sleeps');
  });
});

describe('workflowHandler (F81)', () => {
  it('starts its workflow with the payload, and stores its id', async () => {
    const requests: StartWorkflow[] = [];
    const workflows = {
      start: (request: StartWorkflow) => {
        requests.push(request);
        return Promise.resolve({ workflowId: 'w1' });
      },
    };
    const handler = workflowHandler({ type: 'onboard', workflow: 'onboarding', workflows });
    expect(await handler.handle(job({ user: 3 }), context)).toEqual({
      kind: 'succeeded',
      output: { workflowId: 'w1' },
    });
    expect(requests).toEqual([
      {
        workflow: 'onboarding',
        input: { user: 3 },
        signal,
        executionId: 'e1',
        idempotencyKey: 'e1',
        tenant: 'acme',
      },
    ]);
  });
});
