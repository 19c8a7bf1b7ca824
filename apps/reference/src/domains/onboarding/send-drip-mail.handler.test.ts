import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeContext } from '../../test-support/fake-context.js';
import { fakeJob } from '../../test-support/fake-job.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { Outbox } from '../shared/outbox.js';
import { DRIP_MAILS } from './drip-mails.js';
import { SEND_DRIP_MAIL, SendDripMailHandler } from './send-drip-mail.handler.js';

describe('send_drip_mail', () => {
  const newFolder = temporaryFolders();
  const payload = { userId: 'u1', name: 'Ada', email: 'ada@example.com' };
  const job = fakeJob(SEND_DRIP_MAIL, payload);

  function setUp() {
    const folder = newFolder();
    return { folder, handler: new SendDripMailHandler(new Outbox(folder, 'eml')) };
  }

  it.each(DRIP_MAILS.map(({ subject }, index) => [index + 1, subject]))(
    'sends mail %i, %j, for that occurrence',
    async (occurrence, subject) => {
      const { folder, handler } = setUp();
      const idempotencyKey = `key-${occurrence}`;
      const result = await handler.handle(
        job,
        fakeContext({ occurrence: Number(occurrence), idempotencyKey }),
      );
      const file = join(folder, `${idempotencyKey}.eml`);
      expect(result).toEqual({ kind: 'succeeded', output: { mail: occurrence, of: 7, subject, file } });
      const mail = readFileSync(file, 'utf8');
      expect(mail).toContain(`Subject: ${subject}\r\n`);
      expect(mail).toContain('To: Ada <ada@example.com>\r\n');
      expect(mail).toContain('Date: Wed, 10 Mar 2027 12:00:00 GMT\r\n');
    },
  );

  it('sends a mail once, even when its outcome is lost and another attempt runs', async () => {
    const { folder, handler } = setUp();
    const first = fakeContext({ attempt: 1, fence: 1 });
    const second = fakeContext({ attempt: 2, fence: 2 });
    expect(await handler.handle(job, first)).toEqual(await handler.handle(job, second));
    expect(readdirSync(folder)).toHaveLength(1);
    expect([...first.lines, ...second.lines].map(({ message }) => message)).toEqual([
      'mail sent',
      'mail had been sent before',
    ]);
  });

  it('sends nothing without the number of an occurrence', async () => {
    const { folder, handler } = setUp();
    expect(await handler.handle(job, fakeContext({ occurrence: null }))).toMatchObject({ kind: 'discarded' });
    expect(await handler.handle(job, fakeContext({ occurrence: 8 }))).toEqual({
      kind: 'discarded',
      reason: 'there is no mail 8',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    [{ ...payload, email: 'nobody' }, /payload\.email/],
    [{ ...payload, email: 'ada@example.com\r\nBcc: all@example.com' }, /payload\.email/],
    [{ ...payload, name: 'Ada\r\nBcc: all@example.com' }, /payload\.name/],
    [{ ...payload, userId: undefined }, /payload\.userId/],
  ])('refuses %j', (value, message) => {
    expect(() => setUp().handler.validate(value)).toThrow(message);
  });
});
