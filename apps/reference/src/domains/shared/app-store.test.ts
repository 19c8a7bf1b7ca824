import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOON } from '../../test-support/fake-context.js';
import { clockAt } from '../../test-support/fake-ports.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore, type Row } from './app-store.js';

interface Note extends Row {
  readonly text: string;
}

describe('AppStore', () => {
  const newFolder = temporaryFolders();
  const open = (folder = newFolder()) => new AppStore(folder, clockAt()).collection<Note>('notes');

  it('keeps rows in a file that another store reads', async () => {
    const folder = newFolder();
    await open(folder).insert({ id: '1', text: 'one' }, { id: '2', text: 'two' });
    expect(await open(folder).all()).toEqual([
      { id: '1', text: 'one' },
      { id: '2', text: 'two' },
    ]);
    expect(await open(folder).find('2')).toEqual({ id: '2', text: 'two' });
    expect(await open(folder).find('3')).toBeNull();
  });

  it('returns the same collection for the same name', () => {
    const store = new AppStore(newFolder(), clockAt());
    expect(store.collection('a')).toBe(store.collection('a'));
    expect(store.collection('a')).not.toBe(store.collection('b'));
  });

  it('loses no concurrent change', async () => {
    const notes = open();
    await Promise.all(Array.from({ length: 25 }, (_, index) => notes.insert({ id: `${index}`, text: '' })));
    await Promise.all(
      (await notes.all()).map(({ id }) => notes.update(id, (row) => ({ ...row, text: `+${id}` }))),
    );
    const rows = await notes.all();
    expect(rows).toHaveLength(25);
    expect(rows.every(({ id, text }) => text === `+${id}`)).toBe(true);
  });

  it('refuses an id twice and goes on afterwards', async () => {
    const notes = open();
    await notes.insert({ id: '1', text: 'one' });
    await expect(notes.insert({ id: '1', text: 'again' })).rejects.toThrow(/row with the id "1" already/);
    await notes.insert({ id: '2', text: 'two' });
    expect(await notes.all()).toHaveLength(2);
  });

  it('reports that there is no row to update, and how many rows it deleted', async () => {
    const notes = open();
    await notes.insert({ id: '1', text: 'old' }, { id: '2', text: 'old' }, { id: '3', text: 'new' });
    expect(await notes.update('9', (row) => row)).toBeNull();
    expect(await notes.removeWhere(({ text }) => text === 'old')).toBe(2);
    expect(await notes.removeWhere(({ text }) => text === 'old')).toBe(0);
    expect(await notes.all()).toEqual([{ id: '3', text: 'new' }]);
  });

  it('leaves no temporary files behind and dates its files by the clock', async () => {
    const folder = newFolder();
    await open(folder).insert({ id: '1', text: 'one' });
    expect(readdirSync(folder)).toEqual(['notes.json']);
    expect(statSync(join(folder, 'notes.json')).mtime).toEqual(NOON);
  });

  it.each([
    ['{', /is not valid JSON/],
    ['{}', /does not contain a list of rows/],
  ])('names the file that holds %j', async (text, message) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'notes.json'), text);
    await expect(open(folder).all()).rejects.toThrow(message);
    await expect(open(folder).all()).rejects.toThrow(/notes\.json/);
  });
});
