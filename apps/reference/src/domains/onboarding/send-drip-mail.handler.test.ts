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
  const payload = { userId: 'u1', name: 'Ada', email: 'ada@example.com', mail: 1 };
  const job = fakeJob(SEND_DRIP_MAIL, payload);

  function setUp() {
    const folder = newFolder();
    return { folder, handler: new SendDripMailHandler(new Outbox(folder, 'eml')) };
  }

  it.each(DRIP_MAILS.map(({ subject }, index) => [index + 1, subject]))(
    'sends mail %i, %j, by its number',
    async (mail, subject) => {
      const { folder, handler } = setUp();
      const idempotencyKey = `key-${mail}`;
      const result = await handler.handle(
        fakeJob(SEND_DRIP_MAIL, { ...payload, mail: Number(mail) }),
        fakeContext({ idempotencyKey }),
      );
      const file = join(folder, `${idempotencyKey}.eml`);
      expect(result).toEqual({ kind: 'succeeded', output: { mail, of: 7, subject, file } });
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(`Subject: ${subject}\r\n`);
      expect(text).toContain('To: Ada <ada@example.com>\r\n');
      expect(text).toContain('Date: Wed, 10 Mar 2027 12:00:00 GMT\r\n');
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

  it.each([
    [{ ...payload, email: 'nobody' }, /payload\.email/],
    [{ ...payload, email: 'ada@example.com\r\nBcc: all@example.com' }, /payload\.email/],
    [{ ...payload, name: 'Ada\r\nBcc: all@example.com' }, /payload\.name/],
    [{ ...payload, userId: undefined }, /payload\.userId/],
    [{ ...payload, mail: 8 }, /payload\.mail.*1 to 7/],
    [{ ...payload, mail: undefined }, /payload\.mail/],
  ])('refuses %j', (value, message) => {
    expect(() => setUp().handler.validate(value)).toThrow(message);
  });
});
