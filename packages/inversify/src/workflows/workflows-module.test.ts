import 'reflect-metadata';
import { ConfigurationInvalid } from '@scheduler/contracts';
import { createWorkflows, defineWorkflow, type Workflows } from '@scheduler/workflow';
import { ContainerModule, inject, injectable } from 'inversify';
import { WORKFLOW_DISPATCHER, WORKFLOW_REPOSITORY } from '../container/tokens.js';
import { application } from '../test-support/application.js';
import { workflowClasses } from './bind-workflow-class.js';
import { bindWorkflows } from './bind-workflows.js';
import { step } from './step.decorator.js';
import { WORKFLOWS } from './tokens.js';
import { workflow } from './workflow.decorator.js';
import { workflowsModule } from './workflows-module.js';

const greet = defineWorkflow('greet', {}, (w) => {
  w.step('say', () => 'hello');
});

const definitions = new ContainerModule(({ bind }) => bindWorkflows(bind, greet));

describe('workflowsModule', () => {
  it('gives the definitions under the tag to the node, from any module and in any order (F181)', async () => {
    const { container, node } = application(definitions, workflowsModule());
    expect(node().jobTypes).toContain('workflow.greet.say');
    const { id } = await container.get(WORKFLOWS).start(greet);
    await node().drain();
    expect((await container.get(WORKFLOWS).getState(id)).run.status).toBe('completed');
  });

  it('starts workflows for jobs and events (F185)', async () => {
    const { container, node } = application(definitions, workflowsModule());
    await node().scheduler.enqueue({ type: 'scheduler.trigger_workflow', payload: { workflow: 'greet' } });
    await node().drain();
    expect((await container.get(WORKFLOWS).list()).items).toMatchObject([
      { name: 'greet', status: 'completed' },
    ]);
  });

  it('lets a class with steps inject the runtime', async () => {
    @injectable()
    @workflow('starter')
    class Starter {
      constructor(@inject(WORKFLOWS) private readonly workflows: Workflows) {}

      @step()
      async startOther(): Promise<string> {
        return (await this.workflows.start('greet', undefined, { id: 'other' })).id;
      }
    }
    const { container, node } = application(definitions, workflowsModule(), workflowClasses(Starter));
    node();
    await container.get(WORKFLOWS).start('starter');
    await node().drain();
    expect((await container.get(WORKFLOWS).getState('other')).run.status).toBe('completed');
  });

  it('passes its options on, and leaves alone what is bound before', () => {
    const own = createWorkflows({ definitions: [] });
    const bound = new ContainerModule(({ bind }) => {
      bind(WORKFLOWS).toConstantValue(own);
    });
    const { container, node } = application(bound, workflowsModule(), definitions);
    node();
    expect(container.get(WORKFLOWS)).toBe(own);
    expect(own.listAll().map(({ name }) => name)).toEqual(['greet']);
    const wrong = application(workflowsModule({ outputLimit: -1 }));
    expect(wrong.node).toThrow(/outputLimit/);
  });

  it('uses a dispatcher that is bound instead of its own', async () => {
    const started: string[] = [];
    const elsewhere = new ContainerModule(({ bind }) => {
      bind(WORKFLOW_DISPATCHER).toConstantValue({
        start: ({ workflow: name }) => {
          started.push(name);
          return Promise.resolve({ workflowId: '1' });
        },
      });
    });
    const { node } = application(definitions, workflowsModule(), elsewhere);
    await node().scheduler.enqueue({
      type: 'scheduler.trigger_workflow',
      payload: { workflow: 'of others' },
    });
    await node().drain();
    expect(started).toEqual(['of others']);
  });
});

it('definitions without the runtime are refused, with what is missing', () => {
  const { node } = application(definitions);
  expect(node).toThrow(ConfigurationInvalid);
  expect(node).toThrow(/workflowsModule\(\) of @scheduler\/inversify\/workflows/);
});

it('the repository of runs is a port of the store', () => {
  expect(application().container.get(WORKFLOW_REPOSITORY)).not.toBeNull();
});
