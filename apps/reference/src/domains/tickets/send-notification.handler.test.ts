import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fakeContext } from '../../test-support/fake-context.js';
import { fakeJob } from '../../test-support/fake-job.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { Outbox } from '../shared/outbox.js';
import { SEND_NOTIFICATION, SendNotificationHandler } from './send-notification.handler.js';

describe('SendNotificationHandler (F88)', () => {
  const newFolder = temporaryFolders();

  it('sends a mail by default, once for each execution', async () => {
    const folder = newFolder();
    const handler = new SendNotificationHandler(new Outbox(folder, 'txt'));
    const job = fakeJob(SEND_NOTIFICATION, { to: 'ada@example.com', subject: 'Solved' });
    expect(handler.supports(SEND_NOTIFICATION)).toBe(true);
    expect(await handler.handle(job, fakeContext())).toMatchObject({ output: { channel: 'email' } });
    await handler.handle(job, fakeContext({ attempt: 2 }));
    const [file = '', ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    expect(readFileSync(join(folder, file), 'utf8')).toBe(
      'channel: email\nto: ada@example.com\nsubject: Solved\n',
    );
  });

  it('refuses unknown channels', () => {
    const handler = new SendNotificationHandler(new Outbox(newFolder(), 'txt'));
    expect(() => handler.validate({ to: 'a', subject: 'b', channel: 'pigeon' })).toThrow(/payload\.channel/);
  });
});
