import assert from 'node:assert/strict';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, type StoreScene } from '../kit/store-scene.js';
import { outcomes } from '../kit/builders.js';
import { allEvents, namesOf, pauseAndResume } from './event-log-verbs.js';

export const readEventLog: ConformanceGroup<StoreScene> = {
  title: 'eventLog.read',
  needs: 'eventLog',
  cases: {
    'begin with an empty log': async ({ eventLog }) => {
      assert.deepEqual(await eventLog.read({ tenant: null, after: null, limit: 10 }), {
        events: [],
        next: null,
        atEnd: true,
      });
      assert.deepEqual(await eventLog.bounds(), { prunedTo: null, latest: null });
    },
    'tell the whole life of a job, in order, with positions that grow': async (scene) => {
      const job = await scene.addJob({ tenant: 'acme', payload: { to: 'größe "\u0000' } });
      await scene.fire(job);
      const first = await scene.claimOne();
      await scene.settle(await scene.start(first), outcomes.retry());
      await scene.settle(await scene.claimOne(), outcomes.succeeded({ sent: 1 }));
      const events = await allEvents(scene, { jobId: job.id });
      assert.deepEqual(
        events.map(({ name }) => name).filter((name) => !name.startsWith('Job')),
        [
          'ExecutionFired',
          'ExecutionStarted',
          'ExecutionStartConfirmed',
          'ExecutionRetried',
          'ExecutionStarted',
          'ExecutionCompleted',
        ],
      );
      assert.deepEqual(
        events.map(({ name }) => name).filter((name) => name.startsWith('Job')),
        ['JobScheduled', 'JobFired', 'JobRunCounted'],
      );
      const positions = events.map(({ position }) => position);
      assert.deepEqual(positions, [...new Set(positions)].sort());
      for (const event of events) {
        assert.equal(event.tenant, 'acme');
        assert.equal(event.version, 1);
        assert.ok(event.at instanceof Date);
      }
      const started = events.find(({ name }) => name === 'ExecutionStarted');
      assert.deepEqual(started?.data, { fence: 1, owner: 'node-a' });
      assert.equal(started?.cause, 'node-a');
    },
    'say who caused a change': async (scene) => {
      const job = await scene.addJob();
      await scene.schedules.save({
        job: job.pause(await scene.now()),
        expectedRevision: job.revision,
        cause: 'user:ada',
      });
      await scene.queues.change({ queue: 'mails', paused: true, cause: 'console:root' });
      const events = await allEvents(scene);
      assert.deepEqual(
        events.map(({ name, cause }) => [name, cause]),
        [
          ['JobScheduled', null],
          ['JobPaused', 'user:ada'],
          ['QueuePaused', 'console:root'],
        ],
      );
    },
    'read page by page, and go on where a page ended': async (scene) => {
      await pauseAndResume(scene, 'mails', 7);
      const whole = await allEvents(scene);
      assert.equal(whole.length, 7);
      assert.deepEqual(await allEvents(scene, { limit: 2 }), whole);
      const { latest } = await scene.eventLog.bounds();
      assert.ok(latest !== null && latest >= (whole.at(-1)?.position ?? ''));
      const rest = await scene.eventLog.read({ tenant: null, after: latest, limit: 10 });
      assert.deepEqual([rest.events, rest.atEnd], [[], true]);
      await pauseAndResume(scene, 'other', 1);
      assert.deepEqual(await namesOf(scene, { after: rest.next }), ['QueuePaused']);
    },
    'filter by name, entity, job, tenant and time, and still lead on': async (scene) => {
      const job = await scene.addJob({ tenant: 'acme' });
      const other = await scene.addJob({ tenant: 'other' });
      await scene.addManualRun(job);
      const soon = await scene.fromNow(HOUR);
      await scene.advance(2 * HOUR);
      await pauseAndResume(scene, 'mails', 2);
      assert.deepEqual(await namesOf(scene, { tenant: 'acme' }), ['JobScheduled', 'ExecutionEnqueued']);
      assert.deepEqual(await namesOf(scene, { tenant: 'acme', limit: 1 }), [
        'JobScheduled',
        'ExecutionEnqueued',
      ]);
      assert.deepEqual(await namesOf(scene, { names: ['QueueResumed', 'ExecutionEnqueued'] }), [
        'ExecutionEnqueued',
        'QueueResumed',
      ]);
      assert.deepEqual(await namesOf(scene, { entity: 'queue' }), ['QueuePaused', 'QueueResumed']);
      assert.deepEqual(await namesOf(scene, { entity: 'job', entityId: other.id }), ['JobScheduled']);
      assert.deepEqual(await namesOf(scene, { jobId: job.id }), ['JobScheduled', 'ExecutionEnqueued']);
      assert.deepEqual(await namesOf(scene, { since: soon }), ['QueuePaused', 'QueueResumed']);
      assert.deepEqual(await namesOf(scene, { until: soon, tenant: 'other' }), ['JobScheduled']);
      const nothing = await scene.eventLog.read({ tenant: 'nobody', after: null, limit: 10 });
      assert.deepEqual([nothing.events, nothing.atEnd], [[], true]);
      assert.deepEqual(await namesOf(scene, { after: nothing.next }), []);
    },
    'find an event by its position': async (scene) => {
      const { eventLog } = scene;
      await scene.addJob({ tenant: 'acme' });
      await pauseAndResume(scene, 'mails', 2);
      for (const event of await allEvents(scene)) {
        const { position, tenant } = event;
        assert.deepEqual(await eventLog.find({ position, tenant: null }), event);
        assert.deepEqual(await eventLog.find({ position, tenant: 'acme' }), tenant === 'acme' ? event : null);
        assert.equal(await eventLog.find({ position: `${position}0`, tenant: null }), null);
      }
      assert.equal(await eventLog.find({ position: 'nowhere', tenant: null }), null);
    },
    'append nothing for what was refused': async (scene) => {
      const job = await scene.addJob();
      const execution = await scene.addExecution();
      const before = await namesOf(scene);
      await assert.rejects(scene.schedules.add({ jobs: [job] }));
      await assert.rejects(scene.schedules.save({ job, expectedRevision: job.revision + 1 }));
      await assert.rejects(scene.executions.add({ executions: [execution] }));
      assert.equal(
        await scene.trySettle({ ...execution, status: 'running', fence: 7 }, outcomes.succeeded()),
        null,
      );
      assert.deepEqual(await namesOf(scene), before);
    },
    'append what a handler says has happened together with its outcome': async (scene) => {
      await scene.addExecution({ tenant: 'acme' });
      const execution = await scene.claimOne();
      const emits = [{ name: 'report.generated', data: { pages: 3 } }];
      const outcome = outcomes.succeeded();
      await scene.executions.settle({ settlements: [{ execution, outcome, emits }] });
      await scene.executions.settle({ settlements: [{ execution, outcome, emits }] });
      const events = await allEvents(scene, { names: ['DomainEventEmitted'] });
      assert.deepEqual(
        events.map(({ entityId, tenant, data }) => [entityId, tenant, data]),
        [[execution.id, 'acme', { name: 'report.generated', data: { pages: 3 } }]],
      );
    },
  },
};
