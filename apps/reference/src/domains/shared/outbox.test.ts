import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { NOON } from '../../test-support/fake-context.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { Outbox } from './outbox.js';

describe('Outbox', () => {
  const newFolder = temporaryFolders();

  it('delivers a key once, and the first text stays', async () => {
    const folder = newFolder();
    const outbox = new Outbox(folder, 'txt');
    const first = await outbox.deliver({ key: 'k', text: 'first', at: NOON });
    const second = await outbox.deliver({ key: 'k', text: 'second', at: NOON });
    expect([first.first, second.first]).toEqual([true, false]);
    expect(second.file).toBe(first.file);
    expect(readFileSync(first.file, 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['k.txt']);
  });

  it('delivers one of several concurrent messages with the same key', async () => {
    const outbox = new Outbox(newFolder(), 'txt');
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, index) => outbox.deliver({ key: 'k', text: `${index}`, at: NOON })),
    );
    expect(all.filter(({ first }) => first)).toHaveLength(1);
  });

  it('keeps keys with separators inside its folder', async () => {
    const folder = newFolder();
    const { file } = await new Outbox(folder, 'txt').deliver({ key: '../../etc/x', text: '', at: NOON });
    expect(dirname(file)).toBe(folder);
  });
});
