import { NOON } from '../../test-support/fake-context.js';
import { clockAt } from '../../test-support/fake-ports.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AgentDirectory } from '../shared/agent-directory.js';
import { AppStore } from '../shared/app-store.js';
import { TicketTriage } from './ticket-triage.agent.js';
import { tickets } from './tickets.js';

describe('TicketTriage (F81)', () => {
  const newFolder = temporaryFolders();
  const { signal } = new AbortController();

  function setUp() {
    const rows = tickets(new AppStore(newFolder(), clockAt()));
    return { rows, triage: new TicketTriage(rows) };
  }

  it.each([
    ['The printer burns', 'hardware'],
    ['Where is my invoice?', 'billing'],
    ['I forgot my password', 'accounts'],
    ['Hello', 'support'],
  ])('assigns %j to %s', async (title, team) => {
    const { rows, triage } = setUp();
    await rows.insert({
      id: 't1',
      title,
      reporter: 'ada@example.com',
      priority: 'normal',
      status: 'open',
      createdAt: NOON.toISOString(),
      escalatedAt: null,
      resolvedAt: null,
    });
    expect(await triage.answer({ ticketId: 't1', title })).toEqual({ ticketId: 't1', team, found: true });
    expect(await rows.find('t1')).toMatchObject({ team });
  });

  it('answers for a ticket that no longer exists, and refuses an invalid payload', async () => {
    const { triage } = setUp();
    expect(await triage.answer({ ticketId: 't9', title: 'x' })).toMatchObject({ found: false });
    await expect(triage.answer({ ticketId: 't9' })).rejects.toThrow(/payload\.title/);
  });

  it('is found by its name', async () => {
    const { triage } = setUp();
    const agents = new AgentDirectory([triage]);
    const request = {
      input: { ticketId: 't9', title: 'x' },
      priority: 5,
      timeoutMs: 1,
      signal,
      executionId: 'e1',
      idempotencyKey: 'e1',
      tenant: null,
    } as const;
    expect(await agents.dispatch({ ...request, agent: 'ticket-triage' })).toMatchObject({ team: 'support' });
    expect(() => agents.dispatch({ ...request, agent: 'sweeper' })).toThrow(
      'there is no agent sweeper; known: ticket-triage',
    );
  });
});
