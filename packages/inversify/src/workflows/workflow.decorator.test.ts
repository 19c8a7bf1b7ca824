import 'reflect-metadata';
import { defineHandler, WorkflowInvalid } from '@scheduler/contracts';
import type { RollbackContext, StepContext, Workflows } from '@scheduler/workflow';
import { ContainerModule, inject, injectable, type Newable } from 'inversify';
import { SCHEDULER_HANDLERS } from '../container/tokens.js';
import { application } from '../test-support/application.js';
import { workflowClasses } from './bind-workflow-class.js';
import { step } from './step.decorator.js';
import type { StepMethodOptions } from './step-method-options.js';
import { WORKFLOWS } from './tokens.js';
import { workflow } from './workflow.decorator.js';
import type { WorkflowClassOptions } from './workflow-class-options.js';
import { workflowsModule } from './workflows-module.js';

const MAILER = Symbol('mailer');

interface Mailer {
  readonly sent: string[];
}

@injectable()
@workflow('user_onboarding', {
  deadline: '7d',
  attributes: { area: 'sales' },
  schedule: { cron: '0 9 * * MON', input: { email: 'new@example.com' } },
  steps: [{ kind: 'approval', name: 'approve', after: 'createAccount', timeout: '1d', onTimeout: 'approve' }],
})
class UserOnboarding {
  readonly undone: unknown[] = [];
  constructor(@inject(MAILER) private readonly mailer: Mailer) {}

  @step({ rollback: 'deleteAccount', maxRetries: 1, timeout: '30s' })
  createAccount({ input }: StepContext<{ email: string }>) {
    return { userId: `id of ${input.email}` };
  }

  deleteAccount({ output }: RollbackContext<{ userId: string }>): void {
    this.undone.push(output?.userId);
  }

  @step({ after: 'approve', when: 'isWanted', maxRetries: 0 })
  sendWelcome({ input }: StepContext<{ email: string }>): void {
    if (input.email === 'broken') throw new Error('no such address');
    this.mailer.sent.push(input.email);
  }

  isWanted({ input }: StepContext<{ email: string }>): boolean {
    return input.email !== 'silent';
  }
}

function onboarding() {
  const mailer: Mailer = { sent: [] };
  const mail = new ContainerModule(({ bind }) => void bind(MAILER).toConstantValue(mailer));
  const app = application(mail, workflowsModule(), workflowClasses(UserOnboarding));
  const node = app.node();
  return { ...app, node, mailer, workflows: app.container.get(WORKFLOWS) };
}

async function endOf(workflows: Workflows, id: string) {
  const { run, steps } = await workflows.getState(id);
  return [run.status, ...steps.map(({ name, status }) => `${name} ${status}`)];
}

describe('@workflow and @step', () => {
  it('make a class a workflow whose steps are its methods (F181, F182)', async () => {
    const { node, workflows, mailer } = onboarding();
    const { id } = await workflows.start('user_onboarding', { email: 'ada@example.com' });
    await node.drain();
    await workflows.approve(id, 'approve', { by: 'grace' });
    await node.drain();
    expect(await endOf(workflows, id)).toEqual([
      'completed',
      'createAccount succeeded',
      'approve succeeded',
      'sendWelcome succeeded',
    ]);
    expect(mailer.sent).toEqual(['ada@example.com']);
    const { run } = await workflows.getState(id);
    expect(run.attributes).toEqual({ area: 'sales' });
    expect(run.deadlineAt).not.toBeNull();
  });

  it('name conditions and rollbacks by their methods (F182, F189)', async () => {
    const { node, workflows, mailer, container } = onboarding();
    const silent = await workflows.start('user_onboarding', { email: 'silent' });
    const broken = await workflows.start('user_onboarding', { email: 'broken' });
    await node.drain();
    for (const { id } of [silent, broken]) await workflows.approve(id, 'approve');
    await node.drain();
    expect(await endOf(workflows, silent.id)).toContain('sendWelcome skipped');
    expect((await workflows.getState(broken.id)).run.status).toBe('compensated');
    expect(container.get(UserOnboarding).undone).toEqual(['id of broken']);
    expect(mailer.sent).toEqual([]);
  });

  it('declare the schedules of the workflow with the jobs of the application (F30)', async () => {
    const { node } = onboarding();
    await node.declared.reconcile();
    const { items } = await node.scheduler.list();
    expect(items).toMatchObject([
      { name: 'workflow:user_onboarding', trigger: { expressions: ['0 9 * * MON'] } },
    ]);
  });

  it('make methods the input of maps, jobs, sleeps and other workflows', async () => {
    @workflow('child')
    class Child {
      @step({ name: 'double' })
      twice({ input }: StepContext<number>): number {
        return input * 2;
      }
    }
    @workflow('parent')
    class Parent {
      readonly seen: unknown[] = [];

      @step()
      list(): number[] {
        return [1, 2, 3];
      }

      @step({ kind: 'map', source: 'list', concurrency: 2, rollback: { method: 'undo', maxRetries: 0 } })
      square({ item }: StepContext & { readonly item: number }): number {
        return item * item;
      }

      undo(): void {}

      @step({ kind: 'job', type: 'sum', after: 'square' })
      sum({ outputs }: StepContext): unknown {
        return outputs('square');
      }

      @step({ kind: 'sleep', after: 'sum' })
      rest(): string {
        return '1h';
      }

      @step({ kind: 'workflow', child: 'child', after: ['sum', 'rest'] })
      child({ outputs }: StepContext): unknown {
        return outputs('sum');
      }

      @step({ after: 'child' })
      look({ outputs }: StepContext): void {
        this.seen.push(outputs('child'));
      }
    }
    const sum = defineHandler<number[]>({
      type: 'sum',
      handle: ({ payload }) => payload.reduce((total, one) => total + one, 0),
    });
    const { container, node, runUntil } = application(
      new ContainerModule(({ bind }) => void bind(SCHEDULER_HANDLERS).toConstantValue(sum)),
      workflowsModule(),
      workflowClasses(Parent, Child),
    );
    node();
    const workflows = container.get(WORKFLOWS);
    const { id } = await workflows.start('parent');
    await runUntil('00:00:01');
    expect((await workflows.why(id, 'rest')).reason).toMatch(/sleeps until 2030-01-01T01:00/);
    await runUntil('01:00:02');
    expect((await workflows.getState(id)).run.status).toBe('completed');
    expect(container.get(Parent).seen).toMatchObject([{ status: 'completed', outputs: { double: 28 } }]);
  });

  it('are inherited, and a method that is overridden is one step', async () => {
    class Base {
      @step()
      first(): string {
        return 'base';
      }
    }
    @workflow('derived')
    class Derived extends Base {
      @step()
      override first(): string {
        return 'derived';
      }
    }
    const { container, node } = application(workflowsModule(), workflowClasses(Derived));
    node();
    expect(container.get(WORKFLOWS).listAll()).toMatchObject([
      { name: 'derived', steps: [{ name: 'first', kind: 'function' }] },
    ]);
  });
});

describe('a class that is no workflow', () => {
  function define(options: StepMethodOptions, head: WorkflowClassOptions = {}): Newable<object> {
    @workflow('broken', head)
    class Broken {
      @step(options)
      work(): void {}
      undo(): void {}
    }
    return Broken;
  }

  it.each<[StepMethodOptions, RegExp]>([
    [{ rollback: 'undoo' }, /Broken\.work, rollback: is not a method of Broken; did you mean 'undo'/],
    [{ when: 'wanted' }, /Broken\.work, when: is not a method of Broken/],
    [{ rollback: { method: 'nothing' } }, /Broken\.work, rollback\.method/],
    [{ after: 'wrok' }, /comes after a step that does not exist/],
    [{ after: 'work' }, /has a cycle/],
    [{ maxRetris: 1 } as unknown as StepMethodOptions, /maxRetris: is not known; did you mean 'maxRetries'/],
    [{ kind: 'loop' } as unknown as StepMethodOptions, /broken\.work\.kind/],
  ])('is refused with what is wrong: %j', (options, message) => {
    const { node } = application(workflowsModule(), workflowClasses(define(options)));
    expect(node).toThrow(message);
  });

  it('is refused without decorators, where it is named', () => {
    class Plain {}
    @workflow('empty')
    class Empty {}
    expect(() => application(workflowClasses(Plain))).toThrow(/Plain: has no decorator of workflows/);
    expect(() => application(workflowClasses(Empty))).toThrow(/Empty: has no step/);
  });

  it('is refused with wrong options of the workflow, also from plain JavaScript', () => {
    const refused = (head: unknown, name = 'x') => {
      const { node } = application(
        workflowsModule(),
        workflowClasses(define({}, head as WorkflowClassOptions)),
      );
      expect(node).toThrow(name);
    };
    refused({ dedline: '1d' }, "did you mean 'deadline'");
    refused(7, 'broken');
    refused({ steps: [{ name: 'work', run: () => undefined }] }, 'is the name of two steps');
  });

  it('is refused for static methods, methods without a name and options that are none', () => {
    const decorate = (options?: unknown) =>
      step(options as StepMethodOptions) as (target: object, name: string | symbol, of: object) => void;
    expect(() => decorate()(class {}, 'work', {})).toThrow(/is static/);
    expect(() => decorate()({}, Symbol('work'), {})).toThrow(WorkflowInvalid);
    expect(() => decorate('first')({}, 'work', {})).toThrow(/is not options/);
  });
});
