import { PassThrough, Writable } from 'node:stream';
import { runConsole } from '@scheduler/console';
import { isStepType } from '@scheduler/contracts';
import { SCHEDULER_NODE } from '@scheduler/inversify';
import { config } from './scheduler.config.js';
import { temporaryFolders } from './test-support/temporary-folder.js';
import { FULFILMENT_SERVICE, TICKET_SERVICE } from './settings/tokens.js';

class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}

describe('scheduler.config', () => {
  const newFolder = temporaryFolders();

  async function setUp() {
    const container = config({ REFERENCE_DATA_DIR: newFolder(), SCHEDULER_STORE: 'memory' });
    const scheduler = async (...argv: readonly string[]) => {
      const stdout = new Captured();
      const stdin = new PassThrough();
      const code = await runConsole({
        argv,
        application: container,
        stdout,
        stderr: new Captured(),
        stdin,
        env: {},
      });
      return { code, stdout: stdout.text };
    };
    return { container, scheduler };
  }

  it('gives the console the declared jobs', async () => {
    const { container, scheduler } = await setUp();
    const { jobTypes } = container.get(SCHEDULER_NODE);
    expect(jobTypes.filter((type) => !isStepType(type))).toEqual([
      'cleanup_old_data',
      'escalate_ticket',
      'export_report',
      'health_check',
      'reindex_knowledge_base',
      'scheduler.dispatch_agent',
      'scheduler.trigger_workflow',
      'send_drip_mail',
      'send_notification',
      'triage_ticket',
    ]);
    const { code, stdout } = await scheduler('schedule:list');
    expect(code).toBe(0);
    expect(stdout).toContain('weekly-sales-report');
  });

  it('gives the console the workflows and their runs', async () => {
    const { container, scheduler } = await setUp();
    const { jobTypes } = container.get(SCHEDULER_NODE);
    expect(jobTypes).toEqual(
      expect.arrayContaining(['workflow.fulfil_order.ship', 'workflow.onboard_user.mail_7']),
    );
    const { orderId } = await container.get(FULFILMENT_SERVICE).place({
      email: 'mallory@example.com',
      country: 'Norway',
      product: 'desk-lamp',
      quantity: 1,
      totalCents: 4_900,
    });
    const { code, stdout } = await scheduler('workflow:list', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      runs: [{ id: `order-${orderId}`, name: 'fulfil_order', status: 'running' }],
    });
  });

  it('adds a command of the application', async () => {
    const { container, scheduler } = await setUp();
    expect(await scheduler('tickets:list')).toEqual({
      code: 0,
      stdout: 'There are no tickets. `npm start` opens some.\n',
    });
    const tickets = container.get(TICKET_SERVICE);
    await tickets.create({ title: 'The printer burns', reporter: 'bob@example.com' });
    const { id } = await tickets.create({ title: 'Where is my invoice?', reporter: 'eve@example.com' });
    await tickets.resolve(id);
    expect((await scheduler('tickets:list')).stdout).toContain(
      `${id}  resolved   normal  Where is my invoice?`,
    );
    const open = await scheduler('tickets:list', '--open', '--json');
    expect(JSON.parse(open.stdout)).toMatchObject([{ title: 'The printer burns', status: 'open' }]);
  });
});
