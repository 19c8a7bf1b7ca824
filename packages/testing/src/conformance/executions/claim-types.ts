import assert from 'node:assert/strict';
import { type Execution, jobType } from '@scheduler/contracts';
import { assertIds } from '../kit/assertions.js';
import { buildExecution, outcomes } from '../kit/builders.js';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, LEASE_MS, MINUTE, type StoreScene } from '../kit/store-scene.js';

const [MAIL, FAX, LETTER] = [jobType('mail'), jobType('fax'), jobType('letter')];
const WITHOUT_FAX = { exceptTypes: [FAX] };
/** More than a store can read one by one for each claim, and than it would move in one step. */
const MANY = 5_000;

/** Adds many executions of the type fax that have waited longer than all others. */
async function addManyFaxes(scene: StoreScene): Promise<void> {
  const availableAt = await scene.fromNow(-HOUR);
  for (let added = 0; added < MANY; added += 1_000) {
    const executions = Array.from({ length: 1_000 }, () =>
      buildExecution(availableAt, { type: FAX, availableAt }),
    );
    await scene.executions.add({ executions });
  }
}

export const claimTypes: ConformanceGroup<StoreScene> = {
  title: 'executions.claim, with excepted types',
  cases: {
    'passes over executions of excepted types, which stay as they are': async (scene) => {
      const fax = await scene.addExecution({ type: FAX });
      const mail = await scene.addExecution({ type: MAIL });
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), [mail]);
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), []);
      const { status, fence, attemptsUsed } = await scene.execution(fax);
      assert.deepEqual({ status, fence, attemptsUsed }, { status: 'pending', fence: 0, attemptsUsed: 0 });
    },
    'leaves them to a claim that does not except them': async (scene) => {
      const faxes = [await scene.addExecution({ type: FAX }), await scene.addExecution({ type: FAX })];
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), []);
      assertIds(await scene.claim({ limit: 1, exceptTypes: [MAIL] }), [faxes[0] as Execution]);
      assertIds(await scene.claim({ limit: 10 }), [faxes[1] as Execution]);
    },
    'claims the others by priority, then time, whatever was passed over before': async (scene) => {
      const at = await scene.fromNow(-MINUTE);
      const after = new Date(at.getTime() + 1_000);
      const last = await scene.addExecution({ type: MAIL, priority: 7, availableAt: at });
      const third = await scene.addExecution({ type: FAX, availableAt: after });
      const second = await scene.addExecution({ type: LETTER, availableAt: at });
      const first = await scene.addExecution({ type: FAX, priority: 1, availableAt: after });
      assertIds(await scene.claim({ limit: 10, exceptTypes: [FAX, LETTER, MAIL] }), []);
      assertIds(await scene.claim({ limit: 2, exceptTypes: ['other'] }), [first, second]);
      assertIds(await scene.claim({ limit: 10 }), [third, last]);
    },
    'finds what is behind many of an excepted type': async (scene) => {
      await addManyFaxes(scene);
      const mails = [await scene.addExecution({ type: MAIL }), await scene.addExecution({ type: LETTER })];
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), mails);
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), []);
      assert.equal((await scene.claim({ limit: 10, exceptTypes: [MAIL] })).length, 10);
    },
    'keeps limits, pauses and exclusive executions': async (scene) => {
      await scene.addExecution({ type: FAX });
      const job = await scene.addJob({ type: MAIL });
      const [a, b] = [await scene.addManualRun(job), await scene.addManualRun(job)];
      const [first] = await scene.claim({ limit: 10, ...WITHOUT_FAX });
      assertIds(first === undefined ? [] : [first], [a]);
      if (first !== undefined) await scene.settle(first, outcomes.succeeded());
      await scene.queues.change({ queue: 'default', paused: true });
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), []);
      await scene.queues.change({ queue: 'default', paused: false, globalLimit: 1 });
      await scene.addExecution({ type: MAIL, priority: 9 });
      assertIds(await scene.claim({ limit: 10, ...WITHOUT_FAX }), [b]);
    },
    'takes only what is more urgent': async (scene) => {
      await scene.addExecution({ type: FAX, priority: 0 });
      const urgent = await scene.addExecution({ type: MAIL, priority: 2 });
      await scene.addExecution({ type: MAIL, priority: 4 });
      const lanes = [{ queue: 'default', limit: 10, moreUrgentThan: 4 as const }];
      const claimed = await scene.executions.claim({
        owner: 'a',
        leaseMs: LEASE_MS,
        lanes,
        ...WITHOUT_FAX,
      });
      assertIds(claimed, [urgent]);
    },
    'can be cancelled and counted after they were passed over': async (scene) => {
      const fax = await scene.addExecution({ type: FAX });
      await scene.claim({ limit: 10, ...WITHOUT_FAX });
      assert.deepEqual(await scene.queues.counts(), [
        { queue: 'default', available: 1, delayed: 0, running: 0 },
      ]);
      await scene.executions.requestCancel({ id: fax.id, tenant: null, reason: 'enough' });
      assert.equal((await scene.execution(fax)).status, 'cancelled');
      assertIds(await scene.claim({ limit: 10 }), []);
      assert.deepEqual(await scene.queues.counts(), []);
    },
    'are passed over by claimById too': async (scene) => {
      const [fax, mail] = [await scene.addExecution({ type: FAX }), await scene.addExecution({ type: MAIL })];
      const claimById = (except: object) =>
        scene.executions.claimById({
          ids: [fax.id, mail.id],
          owner: 'a',
          leaseMs: LEASE_MS,
          ...except,
        });
      assertIds(await claimById(WITHOUT_FAX), [mail]);
      await scene.claim({ limit: 10, ...WITHOUT_FAX });
      assertIds(await claimById({}), [fax]);
    },
    'do not make nextAvailableAt say that something waits': async (scene) => {
      await scene.addExecution({ type: FAX });
      const next = () => scene.executions.nextAvailableAt({ queues: ['default'], ...WITHOUT_FAX });
      assert.equal(await next(), null);
      const later = await scene.addExecution({ type: MAIL, availableAt: await scene.fromNow(HOUR) });
      assert.equal((await next())?.getTime(), later.availableAt.getTime());
      const now = await scene.executions.nextAvailableAt({ queues: ['default'] });
      assert.ok(now !== null && now <= (await scene.now()), 'the fax waits for those who can send it');
    },
  },
};

export const waitingTypes: ConformanceGroup<StoreScene> = {
  title: 'queues.waitingTypes',
  cases: {
    'count what is available by queue and type, passed over or not': async (scene) => {
      const since = await scene.fromNow(-MINUTE);
      await scene.addExecution({ type: FAX, availableAt: since });
      await scene.addExecution({ type: FAX });
      await scene.addExecution({ type: MAIL });
      await scene.addExecution({ type: MAIL, availableAt: await scene.fromNow(HOUR) });
      await scene.addExecution({ type: FAX, queue: 'other' });
      await scene.addExecution({ type: LETTER, queue: 'reports' });
      await scene.claim({ limit: 1, exceptTypes: [FAX, LETTER] });
      await scene.addExecution({ type: MAIL });
      const counted = await scene.queues.waitingTypes({ queues: ['reports', 'default', 'empty'] });
      assert.deepEqual(
        counted.map(({ queue, type, waiting }) => [queue, type, waiting]),
        [
          ['default', 'fax', 2],
          ['default', 'mail', 1],
          ['reports', 'letter', 1],
        ],
      );
      assert.equal(counted[0]?.since.getTime(), since.getTime());
    },
    'are none for no queue': async (scene) => {
      await scene.addExecution();
      assert.deepEqual(await scene.queues.waitingTypes({ queues: [] }), []);
    },
  },
};
