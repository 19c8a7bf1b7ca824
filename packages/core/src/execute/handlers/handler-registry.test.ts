import {
  defineHandler,
  HandlerAlreadyRegistered,
  HandlerNotFound,
  type HandledJob,
  type JobContext,
  type JobHandler,
  JobResult,
  jobType,
} from '@scheduler/contracts';
import { HandlerRegistry } from './handler-registry.js';

const handler = (...type: string[]) => defineHandler({ type, handle: () => undefined });

class MailHandler implements JobHandler {
  readonly types = ['mail'];
  supports = (type: string) => type === 'mail';
  handle = () => undefined;
}

/** Supports by a rule and lists nothing. */
class PrefixHandler implements JobHandler {
  constructor(private readonly prefix: string) {}
  supports(type: string) {
    return type.startsWith(this.prefix);
  }
  handle() {
    return undefined;
  }
}

describe('HandlerRegistry (F84, F85)', () => {
  it('finds the handler of each type (F86)', () => {
    const [a, bc] = [handler('a'), handler('b', 'c')];
    const registry = new HandlerRegistry(new Set([a, bc]));
    expect(registry.resolve(jobType('a'))).toBe(a);
    expect(registry.resolve(jobType('b'))).toBe(bc);
    expect(registry.resolve(jobType('c'))).toBe(bc);
  });

  it('finds a handler by what it supports, even if it lists nothing', () => {
    const reports = new PrefixHandler('reports.');
    const registry = new HandlerRegistry([reports]);
    expect(registry.resolve(jobType('reports.export'))).toBe(reports);
    expect(registry.types()).toEqual([]);
  });

  it('lists the types in alphabetical order, each once', () => {
    expect(new HandlerRegistry([handler('c', 'a'), handler('b')]).types()).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['a', true],
    ['reports.x', true],
    ['b', false],
  ])('says whether it supports %s: %s, asked once or twice', (type, supported) => {
    const registry = new HandlerRegistry([handler('a'), new PrefixHandler('reports.')]);
    expect(registry.supports(jobType(type))).toBe(supported);
    if (supported) registry.resolve(jobType(type));
    expect(registry.supports(jobType(type))).toBe(supported);
  });

  it('names the types that there are where one is missing (F87)', () => {
    const registry = new HandlerRegistry([handler('export'), handler('reindex')]);
    expect(() => registry.resolve(jobType('mail'))).toThrow(HandlerNotFound);
    expect(() => registry.resolve(jobType('mail'))).toThrow(
      'no handler supports the job type "mail"; registered: export, reindex',
    );
  });

  it('refuses a second handler of a type, and names both', () => {
    const registry = new HandlerRegistry([new MailHandler()]);
    expect(() => registry.register(handler('mail', 'sms'))).toThrow(HandlerAlreadyRegistered);
    expect(() => registry.register(handler('mail', 'sms'))).toThrow(
      'the job type "mail" has 2 handlers (MailHandler, handler of mail, sms); exactly one may support it',
    );
    expect(registry.supports(jobType('sms'))).toBe(false);
  });

  it('finds two handlers of a type that neither lists when it is asked for', () => {
    const registry = new HandlerRegistry([new PrefixHandler('re'), new PrefixHandler('rep')]);
    expect(() => registry.resolve(jobType('report'))).toThrow('(PrefixHandler, PrefixHandler)');
    expect(registry.resolve(jobType('retry'))).toBeInstanceOf(PrefixHandler);
  });

  it('takes the same handler twice as once', () => {
    const mail = new MailHandler();
    const registry = new HandlerRegistry([mail, mail]);
    registry.register(mail);
    expect(registry.resolve(jobType('mail'))).toBe(mail);
  });

  it('sees a conflict that comes after the type was found', () => {
    const registry = new HandlerRegistry([handler('mail')]);
    registry.resolve(jobType('mail'));
    registry.register(new PrefixHandler('mai'));
    expect(() => registry.resolve(jobType('mail'))).toThrow(HandlerAlreadyRegistered);
  });

  it('knows nothing at first', () => {
    expect(() => new HandlerRegistry().resolve(jobType('mail'))).toThrow('no handler is registered');
  });
});

describe('handlers by name and kind (F80, F86, F87)', () => {
  const context = { executionId: 'e1' } as JobContext;
  const job = (payload: unknown) => ({ payload, tenant: null }) as HandledJob;

  it('are functions of the payload, whose result is stored', async () => {
    const registry = new HandlerRegistry();
    registry.registerHandler('add', ({ a, b }: { a: number; b: number }) => Promise.resolve(a + b));
    registry.registerHandlers({ nothing: () => undefined, refuse: () => JobResult.discarded('not today') });
    expect(registry.types()).toEqual(['add', 'nothing', 'refuse']);
    const answer = (name: string, payload: unknown) =>
      registry.resolveHandler(name, 'function').handle(job(payload), context);
    expect(await answer('add', { a: 1, b: 2 })).toBe(3);
    expect(await answer('nothing', null)).toBeUndefined();
    expect(await answer('refuse', null)).toEqual(JobResult.discarded('not today'));
  });

  it('are agents and workflows of that name, where somebody dispatches', async () => {
    const registry = new HandlerRegistry([], {
      agents: { dispatch: ({ agent, input }) => Promise.resolve({ agent, input }) },
      workflows: { start: ({ workflow }) => Promise.resolve({ workflowId: `${workflow}-1` }) },
    });
    expect(await registry.resolveHandler('Triage Agent', 'agent').handle(job('x'), context)).toEqual(
      JobResult.success({ agent: 'Triage Agent', input: 'x' }),
    );
    expect(await registry.resolveHandler('onboarding', 'workflow').handle(job('x'), context)).toEqual(
      JobResult.success({ workflowId: 'onboarding-1' }),
    );
    expect(registry.types()).toEqual(['scheduler.dispatch_agent', 'scheduler.trigger_workflow']);
  });

  it('are refused with the names that there are, or the kinds, or the way to a dispatcher (F87)', () => {
    const registry = new HandlerRegistry([handler('export')]);
    expect(() => registry.resolveHandler('mail')).toThrow('"mail"; registered: export');
    expect(() => registry.resolveHandler('mail', 'robot' as never)).toThrow(
      '"robot" is not a kind of handler; accepted: function, agent, workflow',
    );
    expect(() => registry.resolveHandler('triage', 'agent')).toThrow('createSchedulerNode({ agents })');
    expect(() => registry.resolveHandler('w', 'workflow')).toThrow('createSchedulerNode({ workflows })');
  });
});
