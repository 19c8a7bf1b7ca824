import { IllegalTransition, JobNotFound, trigger } from '@scheduler/contracts';
import { NOON } from '../../test-support/fake-context.js';
import { clockAt, countingIds } from '../../test-support/fake-ports.js';
import { FakeScheduler } from '../../test-support/fake-scheduler.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore } from '../shared/app-store.js';
import { TicketService } from './ticket.service.js';
import { tickets } from './tickets.js';

describe('TicketService', () => {
  const newFolder = temporaryFolders();
  const newTicket = { title: 'The printer burns', reporter: 'ada@example.com' };

  function setUp(sla?: string) {
    const rows = tickets(new AppStore(newFolder(), clockAt()));
    const scheduler = new FakeScheduler();
    const service = new TicketService({
      tickets: rows,
      scheduler,
      clock: clockAt(),
      ids: countingIds('t'),
      ...(sla === undefined ? {} : { sla }),
    });
    return { rows, scheduler, service };
  }

  it('schedules the escalation of a new ticket after 48 hours', async () => {
    const { rows, scheduler, service } = setUp();
    const ticket = await service.create(newTicket);
    expect(await rows.all()).toEqual([ticket]);
    expect(scheduler.definitions).toMatchObject([
      {
        type: 'escalate_ticket',
        name: 'escalate-ticket-t-1',
        targetId: 't-1',
        trigger: trigger.once(new Date('2027-03-12T12:00:00Z')),
        payload: { ticketId: 't-1', sla: '2d' },
        priority: 'high',
      },
    ]);
  });

  it('takes another SLA from its configuration or from the ticket', async () => {
    const { scheduler, service } = setUp('4h');
    await service.create(newTicket);
    await service.create({ ...newTicket, priority: 'urgent', sla: '5s' });
    expect(scheduler.definitions).toMatchObject([
      { trigger: trigger.once(new Date('2027-03-10T16:00:00Z')), payload: { sla: '4h' } },
      { trigger: trigger.once(new Date('2027-03-10T12:00:05Z')), priority: 'critical' },
    ]);
  });

  it('does not store a ticket whose escalation cannot be scheduled', async () => {
    const { rows, scheduler, service } = setUp();
    const refusal = new Error('no');
    scheduler.refuseWith(refusal);
    await expect(service.create(newTicket)).rejects.toBe(refusal);
    await expect(service.create({ ...newTicket, sla: 'soon' })).rejects.toThrow(/sla: is not a duration/);
    expect(await rows.all()).toEqual([]);
  });

  it('cancels the escalation of a resolved ticket', async () => {
    const { scheduler, service } = setUp();
    await service.create(newTicket);
    expect(await service.resolve('t-1')).toMatchObject({
      status: 'resolved',
      resolvedAt: NOON.toISOString(),
    });
    expect(scheduler.cancelled).toEqual([
      { id: 'id-of-escalate-ticket-t-1', reason: 'ticket t-1 was resolved' },
    ]);
  });

  it('triggers the events of a ticket, once for each (F192)', async () => {
    const { scheduler, service } = setUp();
    await service.create(newTicket);
    await service.resolve('t-1');
    expect(scheduler.triggered).toEqual([
      { name: 'ticket:created', data: { ticketId: 't-1', title: 'The printer burns' }, id: 't-1' },
      {
        name: 'ticket:resolved',
        data: { to: 'ada@example.com', subject: 'ticket t-1 is resolved: The printer burns' },
        id: 't-1',
      },
    ]);
  });

  it('resolves a ticket that was escalated, or whose job is gone', async () => {
    const { rows, scheduler, service } = setUp();
    await service.create(newTicket);
    scheduler.complete('escalate-ticket-t-1');
    expect(await service.resolve('t-1')).toMatchObject({ status: 'resolved' });
    expect(scheduler.cancelled).toEqual([]);
    const [ticket] = await rows.all();
    await rows.insert({ ...ticket!, id: 'imported', status: 'open' });
    expect(await service.resolve('imported')).toMatchObject({ status: 'resolved' });
  });

  it('resolves when the escalation ends at the same moment, but hides no other failure', async () => {
    const { scheduler, service } = setUp();
    await service.create(newTicket);
    scheduler.refuseWith(new IllegalTransition('job 1', 'completed', 'cancelled'));
    expect(await service.resolve('t-1')).toMatchObject({ status: 'resolved' });
    scheduler.refuseWith(new JobNotFound('1'));
    await expect(service.resolve('t-1')).rejects.toThrow(JobNotFound);
  });

  it('returns null for an unknown ticket', async () => {
    const { service } = setUp();
    expect(await service.resolve('t-9')).toBeNull();
    expect(await service.list()).toEqual([]);
  });
});
