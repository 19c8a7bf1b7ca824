import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '@scheduler/contracts';
import { WORKFLOWS } from '@scheduler/inversify/workflows';
import { declareEventHandlers } from './app/declare-event-handlers.js';
import { declareSchedules } from './wiring/declare-schedules.js';
import { addExpiredReport, addSampleOrders, addSampleStock } from './app/sample-data.js';
import { type NewOrder, runOf } from './domains/fulfilment/fulfilment.service.js';
import { payments } from './domains/fulfilment/payments.js';
import { stock } from './domains/fulfilment/warehouse.js';
import { DrivenApp } from './test-support/driven-app.js';
import { temporaryFolders } from './test-support/temporary-folder.js';
import {
  APP_STORE,
  DOMAINS,
  FULFILMENT_SERVICE,
  KNOWLEDGE_BASE,
  ONBOARDING_SERVICE,
  TICKET_SERVICE,
} from './settings/tokens.js';

describe('the reference application at its real pace', () => {
  const newFolder = temporaryFolders();
  const start = (at: string) => new DrivenApp(at, newFolder());

  describe('tickets', () => {
    const ticket = { title: 'The printer burns', reporter: 'ada@example.com' };

    it('escalates a ticket after 48 hours, not a second earlier (F256)', async () => {
      const app = start('2027-03-10T12:00:00Z');
      const tickets = app.container.get(TICKET_SERVICE);
      const { id } = await tickets.create(ticket);
      expect(await app.runUntil('2027-03-12T11:59:59Z')).toEqual([]);
      expect(await app.runUntil('2027-03-12T12:00:00Z')).toMatchObject([
        { jobName: `escalate-ticket-${id}`, status: 'success', output: { action: 'escalated' } },
      ]);
      expect(await tickets.list()).toMatchObject([
        { id, status: 'escalated', escalatedAt: '2027-03-12T12:00:00.000Z' },
      ]);
      expect(readdirSync(join(app.dataDir, 'messages'))).toEqual([`escalation-${id}.txt`]);
    });

    it('cancels the escalation of a ticket that is resolved in time (F256)', async () => {
      const app = start('2027-03-10T12:00:00Z');
      const tickets = app.container.get(TICKET_SERVICE);
      const { id } = await tickets.create(ticket);
      await app.runUntil('2027-03-11T12:00:00Z');
      await tickets.resolve(id);
      expect(await app.node.scheduler.get(`escalate-ticket-${id}`)).toMatchObject({
        status: 'cancelled',
        statusReason: `ticket ${id} was resolved`,
        nextRunAt: null,
      });
      expect(await app.runUntil('2027-03-13T12:00:00Z')).toEqual([]);
      expect(await tickets.list()).toMatchObject([{ status: 'resolved', escalatedAt: null }]);
    });

    it('has an agent find the team of a new ticket, and notifies the reporter when it is resolved (F81, F191)', async () => {
      const app = start('2027-03-10T12:00:00Z');
      await declareEventHandlers(app.node.scheduler, app.container.getAll(DOMAINS));
      const tickets = app.container.get(TICKET_SERVICE);
      const { id } = await tickets.create(ticket);
      expect(await app.runDue()).toMatchObject([
        { type: 'triage_ticket', status: 'success', output: { ticketId: id, team: 'hardware' } },
      ]);
      expect(await tickets.list()).toMatchObject([{ id, team: 'hardware' }]);
      await tickets.resolve(id);
      await tickets.resolve(id);
      expect(await app.runDue()).toMatchObject([
        { type: 'send_notification', output: { channel: 'email', to: 'ada@example.com' } },
      ]);
    });

    it('resolves a ticket after its escalation', async () => {
      const app = start('2027-03-10T12:00:00Z');
      const tickets = app.container.get(TICKET_SERVICE);
      const { id } = await tickets.create(ticket);
      await app.runUntil('2027-03-12T12:00:00Z');
      expect(await tickets.resolve(id)).toMatchObject({ status: 'resolved' });
      expect(await app.node.scheduler.get(`escalate-ticket-${id}`)).toMatchObject({ status: 'completed' });
    });
  });

  describe('onboarding', () => {
    async function signUp(zone: string) {
      const app = start('2027-03-10T12:00:00Z');
      await declareEventHandlers(app.node.scheduler, app.container.getAll(DOMAINS));
      const user = await app.container
        .get(ONBOARDING_SERVICE)
        .signUp({ name: 'Ada', email: 'ada@example.com', zone });
      const run = async () => {
        const { items } = await app.container.get(WORKFLOWS).list({ attributes: { user: user.id } });
        return items;
      };
      return { app, run };
    }

    const mails = (ran: readonly Execution[]) =>
      ran
        .filter(({ type }) => type.startsWith('workflow.onboard_user.mail_'))
        .map(({ scheduledAt, output, attemptsUsed }) => ({
          at: scheduledAt.toISOString(),
          mail: (output as { mail: number } | null)?.mail,
          attemptsUsed,
        }));

    it('sends seven mails at ten in the zone of the user, across a change of clocks (F49, F256)', async () => {
      const { app, run } = await signUp('America/New_York');
      expect(mails(await app.runUntil('2027-03-31T00:00:00Z'))).toEqual([
        { at: '2027-03-11T15:00:00.000Z', mail: 1, attemptsUsed: 1 },
        { at: '2027-03-12T15:00:00.000Z', mail: 2, attemptsUsed: 1 },
        { at: '2027-03-13T15:00:00.000Z', mail: 3, attemptsUsed: 1 },
        { at: '2027-03-14T14:00:00.000Z', mail: 4, attemptsUsed: 1 },
        { at: '2027-03-15T14:00:00.000Z', mail: 5, attemptsUsed: 1 },
        { at: '2027-03-16T14:00:00.000Z', mail: 6, attemptsUsed: 1 },
        { at: '2027-03-17T14:00:00.000Z', mail: 7, attemptsUsed: 1 },
      ]);
      expect(readdirSync(join(app.dataDir, 'outbox'))).toHaveLength(7);
      expect(await run()).toMatchObject([{ name: 'onboard_user', status: 'completed' }]);
    });

    it('sends the other mails when one cannot be sent', async () => {
      const { app, run } = await signUp('UTC');
      await app.runUntil('2027-03-11T23:00:00Z');
      const outbox = join(app.dataDir, 'outbox');
      rmSync(outbox, { recursive: true });
      writeFileSync(outbox, 'in the way');
      await app.runUntil('2027-03-12T23:00:00Z');
      rmSync(outbox);
      const rest = mails(await app.runUntil('2027-03-31T00:00:00Z'));
      expect(rest.map(({ at, mail }) => `${at.slice(0, 13)} ${mail}`)).toEqual([
        '2027-03-13T10 3',
        '2027-03-14T10 4',
        '2027-03-15T10 5',
        '2027-03-16T10 6',
        '2027-03-17T10 7',
      ]);
      expect(await run()).toMatchObject([
        { status: 'completed_with_errors', steps: { mail_2: { status: 'failed' } } },
      ]);
    });
  });

  describe('fulfilment', () => {
    const small = {
      email: 'mallory@example.com',
      country: 'Norway',
      product: 'desk-lamp',
      quantity: 2,
      totalCents: 9_800,
    };
    const large = { ...small, totalCents: 100_000 };

    async function place(order: NewOrder) {
      const app = start('2027-03-10T12:00:00Z');
      const store = app.container.get(APP_STORE);
      await addSampleStock(store);
      const service = app.container.get(FULFILMENT_SERVICE);
      const { orderId } = await service.place(order);
      const see = async () => ({
        run: (await app.container.get(WORKFLOWS).getState(runOf(orderId))).run,
        payment: (await payments(store).find(orderId))?.status,
        stock: await stock(store).find(order.product),
      });
      return { app, service, orderId, see };
    }

    it('ships an order and tells the customer (F256)', async () => {
      const { app, orderId, see } = await place(small);
      await app.runDue();
      const { run, payment, stock } = await see();
      expect(run).toMatchObject({ status: 'completed', steps: { approval: { status: 'skipped' } } });
      expect(payment).toBe('charged');
      expect(stock).toEqual({ id: 'desk-lamp', available: 9_998, reserved: {} });
      expect(readdirSync(join(app.dataDir, 'labels'))).toEqual([`order-${orderId}.txt`]);
      expect(readdirSync(join(app.dataDir, 'messages'))).toHaveLength(1);
    });

    it('gives back money and stock when no carrier delivers (F256)', async () => {
      const { app, see } = await place({ ...small, country: 'Atlantis' });
      await app.runDue();
      const { run, payment, stock } = await see();
      expect(run).toMatchObject({ status: 'compensated', steps: { ship: { status: 'failed' } } });
      expect(payment).toBe('refunded');
      expect(stock).toEqual({ id: 'desk-lamp', available: 10_000, reserved: {} });
    });

    it('charges nothing when there is not enough in stock', async () => {
      const { app, see } = await place({ ...small, product: 'unicorn' });
      await app.runDue();
      const { run, payment } = await see();
      expect(run).toMatchObject({ status: 'compensated', steps: { reserve_stock: { status: 'failed' } } });
      expect(payment).toBeUndefined();
    });

    it('ships a large order only when somebody has approved it', async () => {
      const { app, service, orderId, see } = await place(large);
      expect(await service.approve(orderId, 'grace')).toBe(false);
      await app.runUntil('2027-03-12T12:00:00Z');
      expect((await see()).run).toMatchObject({
        status: 'running',
        steps: { approval: { status: 'active' } },
      });
      expect(await service.approve(orderId, 'grace')).toBe(true);
      await app.runDue();
      expect((await see()).run).toMatchObject({
        status: 'completed',
        steps: { approval: { decision: { approved: true, by: 'grace' } } },
      });
      expect(await service.approve(orderId, 'grace')).toBe(false);
    });

    it('undoes a large order that is rejected', async () => {
      const { app, service, orderId, see } = await place(large);
      await app.runDue();
      expect(await service.reject(orderId, 'grace')).toBe(true);
      await app.runDue();
      const { run, payment, stock } = await see();
      expect(run.status).toBe('compensated');
      expect(payment).toBe('refunded');
      expect(stock).toMatchObject({ available: 10_000, reserved: {} });
    });

    it('undoes a large order that nobody decides about within three days', async () => {
      const { app, see } = await place(large);
      await app.runUntil('2027-03-13T11:59:59Z');
      expect((await see()).run.status).toBe('running');
      await app.runUntil('2027-03-13T12:00:01Z');
      const { run, payment } = await see();
      expect(run.status).toBe('compensated');
      expect(payment).toBe('refunded');
    });

    it.each([
      [{ ...small, email: 'nobody' }, /input\.email: has the wrong form/],
      [{ ...small, quantity: 0 }, /input\.quantity: is not a whole number in range/],
    ])('refuses %j', async (order, message) => {
      await expect(place(order)).rejects.toThrow(message);
    });
  });

  it('runs the declared jobs of all domains through a day (F256)', async () => {
    const app = start('2027-03-10T00:00:30Z');
    const { container, node, dataDir } = app;
    await addSampleOrders(container.get(APP_STORE), app.clock.now());
    await addExpiredReport(dataDir, app.clock.now());
    const jobs = await declareSchedules(node);
    const ran = await app.runUntil('2027-03-11T00:00:29Z');
    const runs = (name: string) => ran.filter(({ jobName }) => jobName === name);
    expect(ran.filter(({ status }) => status !== 'success')).toEqual([]);
    expect(Object.fromEntries(jobs.map(({ name }) => [name, runs(name).length]))).toEqual({
      'weekly-sales-report': 0,
      'daily-orders-export': 1,
      'reindex-help-center': 4,
      'daily-cleanup': 1,
      'health-check': 287,
    });
    expect(runs('daily-orders-export')[0]).toMatchObject({ output: { rows: 2 } });
    expect(runs('daily-cleanup')[0]).toMatchObject({ output: { deleted: { reports: 1 } } });
    expect(readdirSync(join(dataDir, 'reports'))).toEqual(['sales-day-20270310T050000Z.json']);
    expect((await container.get(KNOWLEDGE_BASE).search('help-center', 'retention'))[0]).toMatchObject({
      id: 'privacy.md',
    });
    const history = await node.scheduler.history('reindex-help-center', { limit: 1, includeLogs: true });
    expect(history.items[0]?.logs.map(({ message }) => message)).toContain('indexed Tickets and escalation');
  });

  it('does not change jobs that were declared before', async () => {
    const app = start('2027-03-10T12:00:00Z');
    const first = await declareSchedules(app.node);
    await app.node.scheduler.pause('daily-cleanup', 'holidays');
    const again = await declareSchedules(app.node);
    expect(again.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(again.find(({ name }) => name === 'daily-cleanup')).toMatchObject({ status: 'paused' });
  });
});
