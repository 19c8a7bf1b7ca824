// What only InversifyJS 7 has, with a container of the stranger's own kind of module.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { silentLogger } from '@scheduler/contracts';
import { job, jobClasses, LOGGER, SCHEDULER_NODE, schedulerModule } from '@scheduler/inversify';
import { step, workflow, workflowClasses, WORKFLOWS, workflowsModule } from '@scheduler/inversify/workflows';
import { createMemoryStore } from '@scheduler/memory';
import { SettableClock } from '@scheduler/testing';
import { Container } from 'inversify';

@job('tidy_up')
class TidyUp {
  schedule() {
    return { every: '1h', name: 'tidy-up' } as const;
  }

  perform(): void {}
}

@workflow('greet')
class Greet {
  @step()
  sayHello(): string {
    return 'hello';
  }
}

const store = createMemoryStore({ clock: new SettableClock('2030-01-01T00:00:00Z') });
const container = new Container();
container.loadSync(
  schedulerModule({ store, env: {} }),
  jobClasses(TidyUp),
  workflowsModule(),
  workflowClasses(Greet),
);
container.rebindSync(LOGGER).toConstantValue(silentLogger);
const node = container.get(SCHEDULER_NODE);
assert.ok(node.jobTypes.includes('tidy_up'));

async function main(): Promise<void> {
  const workflows = container.get(WORKFLOWS);
  const { id } = await workflows.start('greet');
  await node.drain();
  assert.equal((await workflows.getState(id)).run.status, 'completed');
  console.log('everything works');
}

void main();
