import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeContext, NOON } from '../../test-support/fake-context.js';
import { fakeJob } from '../../test-support/fake-job.js';
import { clockAt } from '../../test-support/fake-ports.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore } from '../shared/app-store.js';
import { Outbox } from '../shared/outbox.js';
import { ESCALATE_TICKET, EscalateTicketHandler } from './escalate-ticket.handler.js';
import { EscalationService } from './escalation.service.js';
import { type Ticket, tickets } from './tickets.js';

describe('escalate_ticket', () => {
  const newFolder = temporaryFolders();
  const job = fakeJob(ESCALATE_TICKET, { ticketId: 't1', sla: '48h' });

  async function setUp(status: Ticket['status'] | null) {
    const folder = newFolder();
    const rows = tickets(new AppStore(folder, clockAt()));
    if (status !== null) {
      await rows.insert({
        id: 't1',
        title: 'The printer burns',
        reporter: 'ada@example.com',
        priority: 'urgent',
        status,
        createdAt: '2027-03-08T12:00:00.000Z',
        escalatedAt: null,
        resolvedAt: null,
      });
    }
    const messages = join(folder, 'messages');
    const handler = new EscalateTicketHandler(new EscalationService(rows, new Outbox(messages, 'txt')));
    return { handler, rows, messages };
  }

  it('escalates an open ticket: the row changes and the manager is notified', async () => {
    const { handler, rows, messages } = await setUp('open');
    const result = await handler.handle(job, fakeContext());
    const message = join(messages, 'escalation-t1.txt');
    expect(result).toEqual({
      kind: 'succeeded',
      output: { action: 'escalated', ticketId: 't1', message },
    });
    expect(await rows.find('t1')).toMatchObject({ status: 'escalated', escalatedAt: NOON.toISOString() });
    expect(readFileSync(message, 'utf8')).toContain('ticket t1 was not resolved within 48h');
    expect(readFileSync(message, 'utf8')).toContain(
      'The printer burns (urgent), reported by ada@example.com',
    );
  });

  it('notifies the manager once, however often it runs', async () => {
    const { handler, messages } = await setUp('open');
    await handler.handle(job, fakeContext());
    const again = await handler.handle(job, fakeContext({ attempt: 2 }));
    expect(again).toMatchObject({ output: { action: 'none', reason: 'already_escalated' } });
    expect(readdirSync(messages)).toHaveLength(1);
  });

  it('has nothing to do for a resolved ticket', async () => {
    const { handler, rows } = await setUp('resolved');
    const context = fakeContext();
    expect(await handler.handle(job, context)).toMatchObject({
      kind: 'succeeded',
      output: { action: 'none', reason: 'already_resolved' },
    });
    expect(await rows.find('t1')).toMatchObject({ status: 'resolved' });
    expect(context.lines.map(({ message }) => message)).toEqual([
      'nothing to do for ticket t1: already_resolved',
    ]);
  });

  it('discards the escalation of a ticket that is gone', async () => {
    const { handler } = await setUp(null);
    expect(await handler.handle(job, fakeContext())).toEqual({
      kind: 'discarded',
      reason: 'ticket t1 no longer exists',
    });
  });

  it('leaves a ticket resolved that was resolved while the manager was notified', async () => {
    const { rows } = await setUp('open');
    const messages = {
      deliver: async () => {
        await rows.update('t1', (ticket) => ({ ...ticket, status: 'resolved' }));
        return { file: 'message', first: true };
      },
    } as unknown as Outbox;
    await new EscalationService(rows, messages).escalate({ ticketId: 't1', sla: '48h', at: NOON });
    expect(await rows.find('t1')).toMatchObject({ status: 'resolved', escalatedAt: null });
  });

  it('refuses payloads without a ticket', async () => {
    const { handler } = await setUp('open');
    expect(() => handler.validate({ sla: '48h' })).toThrow(/payload\.ticketId/);
  });
});
