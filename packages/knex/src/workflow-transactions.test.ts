import type { AdvancedRuns } from '@scheduler/contracts/adapter';
import { outcomes } from '@scheduler/testing';
import { eventually } from '@scheduler/test-support';
import type { Knex } from 'knex';
import type { KnexStore } from './knex-store.js';
import { DATABASES, onEach } from './test-support/on-database.js';
import { rejection } from './test-support/rejection.js';
import { CHAIN, claimAll, JOIN, startOf, statusOf, succeed } from './test-support/workflow-runs.js';

const ROLLBACK = new Error('roll back');

onEach(DATABASES, (database) => {
  let store: KnexStore;
  let advanced: AdvancedRuns[];

  beforeEach(async () => {
    await database.empty();
    store = database.store();
    await store.open();
    advanced = [];
    store.workflows.onAdvanced((change) => advanced.push(change));
  });
  afterEach(() => store.close());

  const runs = async () => (await database.table('workflow_runs')).length;
  const waiting = async () => (await database.table('executions').where({ status: 'pending' })).length;
  const startIn = (transaction: Knex.Transaction, props: Parameters<typeof startOf>[1] = {}) =>
    store.workflows.start(startOf(CHAIN, { ...props, transaction }));

  it('starts a run with the data of the caller, and tells of it after the commit', async () => {
    await database.knex.transaction(async (transaction) => {
      const { run, isNew } = await startIn(transaction, { attributes: { customer: 'c1' } });
      expect([isNew, run.status]).toEqual([true, 'running']);
      expect(advanced).toEqual([]);
    });
    await eventually('the listener', () => advanced.length === 1);
    expect(advanced[0]?.executions.map(({ workflow }) => workflow?.step)).toEqual(['a']);
    expect([await runs(), await waiting()]).toEqual([1, 1]);
    expect(await claimAll(store, 10)).toHaveLength(1);
  });

  it('starts nothing if the caller rolls back, and can start it again', async () => {
    const request = startOf(CHAIN, { attributes: { customer: 'c1' } });
    const undone = database.knex.transaction(async (transaction) => {
      await store.workflows.start({ ...request, transaction });
      throw ROLLBACK;
    });
    expect(await rejection(undone)).toBe(ROLLBACK);
    expect([await runs(), await waiting(), advanced]).toEqual([0, 0, []]);
    expect(await store.workflows.start(request)).toMatchObject({ isNew: true });
    expect(await store.workflows.graph(request.graphHash)).toEqual(CHAIN);
  });

  it('lets the transaction of the caller go on after a start of what exists', async () => {
    const request = startOf(CHAIN);
    await store.workflows.start(request);
    await database.knex.transaction(async (transaction) => {
      const again = await store.workflows.start({ ...request, transaction });
      expect(again).toMatchObject({ isNew: false, run: { id: request.id } });
      await startIn(transaction);
    });
    expect(await runs()).toBe(2);
    const other = store.workflows.start({ ...request, input: { order: 8 } });
    expect(await rejection(other)).toMatchObject({ code: 'WORKFLOW_ALREADY_EXISTS', difference: 'input' });
  });

  it('advances a run right after a commit in which its execution ended', async () => {
    const { run } = await store.workflows.start(startOf(CHAIN));
    const [execution] = await claimAll(store, 1);
    const settlements = [{ execution: execution!, outcome: outcomes.succeeded() }];
    await database.knex.transaction(async (transaction) => {
      const [settled] = await store.executions.settle({ settlements, transaction });
      expect(settled?.status).toBe('success');
    });
    await eventually('the next step', async () => (await statusOf(store, run.id))['b'] === 'active');
    expect(await database.table('workflow_arrivals')).toEqual([]);
    expect(await store.workflows.foldArrivals({ limit: 10 })).toBe(0);
  });

  it('advances nothing for an execution whose settlement is refused', async () => {
    const { run } = await store.workflows.start(startOf(CHAIN));
    const [execution] = await claimAll(store, 1);
    const lost = { ...execution!, fence: execution!.fence - 1 };
    const settlements = [{ execution: lost, outcome: outcomes.succeeded() }];
    expect(await store.executions.settle({ settlements })).toEqual([null]);
    await database.knex.transaction(async (transaction) => {
      expect(await store.executions.settle({ settlements, transaction })).toEqual([null]);
    });
    expect(await database.table('workflow_arrivals')).toEqual([]);
    expect(await statusOf(store, run.id)).toEqual({ status: 'running', a: 'active' });
  });

  // SQLite has one writer at a time.
  const onServers = database.name === 'sqlite' ? it.skip : it;
  onServers('does not hold up the run while the transaction of the caller lasts', async () => {
    const { run } = await store.workflows.start(startOf(JOIN));
    const [left, right] = await claimAll(store, 2);
    await database.knex.transaction(async (transaction) => {
      const settlements = [{ execution: left!, outcome: outcomes.succeeded() }];
      await store.executions.settle({ settlements, transaction });
      await succeed(store, [right!]);
      expect(await statusOf(store, run.id)).toMatchObject({ [right!.workflow!.step]: 'succeeded' });
    });
    await eventually('the join', async () => (await statusOf(store, run.id))['last'] === 'active');
  });

  it('tells listeners of this process only, and of what was written only', async () => {
    const other = database.store();
    const heard: AdvancedRuns[] = [];
    const stop = other.workflows.onAdvanced((change) => heard.push(change));
    const { run } = await store.workflows.start(startOf(CHAIN));
    const refused = store.workflows.change({
      id: run.id,
      tenant: null,
      command: { kind: 'decide', step: 'a', approved: true, by: null, data: null },
    });
    expect(await rejection(refused)).toMatchObject({ code: 'WORKFLOW_STEP_NOT_WAITING' });
    expect([advanced.length, heard.length]).toEqual([1, 0]);
    stop();
  });
});
