// What InversifyJS 8 calls differently, with a container of the stranger's own kind of module.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import { silentLogger } from '@scheduler/contracts';
import { job, jobClasses, LOGGER, SCHEDULER_NODE, schedulerModule } from '@scheduler/inversify';
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

const store = createMemoryStore({ clock: new SettableClock('2030-01-01T00:00:00Z') });
const container = new Container();
container.load(schedulerModule({ store, env: {} }), jobClasses(TidyUp));
container.rebind(LOGGER).toConstantValue(silentLogger);
assert.deepEqual(container.get(SCHEDULER_NODE).jobTypes, ['tidy_up']);
console.log('everything works');
