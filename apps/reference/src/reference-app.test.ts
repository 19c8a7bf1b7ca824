import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution } from '@scheduler/contracts';
import { declareEventHandlers } from './app/declare-event-handlers.js';
import { declareSchedules } from './wiring/declare-schedules.js';
import { addExpiredReport, addSampleOrders } from './app/sample-data.js';
import { DrivenApp } from './test-support/driven-app.js';
import { temporaryFolders } from './test-support/temporary-folder.js';
import { APP_STORE, DOMAINS, KNOWLEDGE_BASE, ONBOARDING_SERVICE, TICKET_SERVICE } from './settings/tokens.js';

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
    const mailOf = ({ scheduledAt, output, attemptsUsed }: Execution) => ({
      at: scheduledAt.toISOString(),
      mail: (output as { mail: number } | null)?.mail,
      attemptsUsed,
    });

    it('sends seven mails at ten in the zone of the user, across a change of clocks (F49, F256)', async () => {
      const app = start('2027-03-10T12:00:00Z');
      const user = await app.container
        .get(ONBOARDING_SERVICE)
        .signUp({ name: 'Ada', email: 'ada@example.com', zone: 'America/New_York' });
      const ran = await app.runUntil('2027-03-31T00:00:00Z');
      expect(ran.map(mailOf)).toEqual([
        { at: '2027-03-11T15:00:00.000Z', mail: 1, attemptsUsed: 1 },
        { at: '2027-03-12T15:00:00.000Z', mail: 2, attemptsUsed: 1 },
        { at: '2027-03-13T15:00:00.000Z', mail: 3, attemptsUsed: 1 },
        { at: '2027-03-14T14:00:00.000Z', mail: 4, attemptsUsed: 1 },
        { at: '2027-03-15T14:00:00.000Z', mail: 5, attemptsUsed: 1 },
        { at: '2027-03-16T14:00:00.000Z', mail: 6, attemptsUsed: 1 },
        { at: '2027-03-17T14:00:00.000Z', mail: 7, attemptsUsed: 1 },
      ]);
      expect(readdirSync(join(app.dataDir, 'outbox'))).toHaveLength(7);
      expect(await app.node.scheduler.get(`onboarding-drip-${user.id}`)).toMatchObject({
        status: 'completed',
      });
    });

    it('keeps the numbers of the mails right when one needs a second attempt', async () => {
      const app = start('2027-03-10T12:00:00Z');
      await app.container
        .get(ONBOARDING_SERVICE)
        .signUp({ name: 'Ada', email: 'ada@example.com', zone: 'UTC' });
      await app.runUntil('2027-03-11T23:00:00Z');
      const outbox = join(app.dataDir, 'outbox');
      const [first = ''] = readdirSync(outbox);
      const sent = readFileSync(join(outbox, first), 'utf8');
      rmSync(outbox, { recursive: true });
      writeFileSync(outbox, 'in the way');
      expect(await app.runUntil('2027-03-12T10:00:00Z')).toMatchObject([
        { status: 'pending', attemptsUsed: 1 },
      ]);
      rmSync(outbox);
      expect((await app.runUntil('2027-03-12T10:01:00Z')).map(mailOf)).toEqual([
        { at: '2027-03-12T10:00:00.000Z', mail: 2, attemptsUsed: 2 },
      ]);
      const rest = await app.runUntil('2027-03-31T00:00:00Z');
      expect(rest.map((execution) => mailOf(execution).mail)).toEqual([3, 4, 5, 6, 7]);
      expect(sent).toContain('Subject: Welcome aboard');
      expect(readdirSync(outbox)).toHaveLength(6);
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
