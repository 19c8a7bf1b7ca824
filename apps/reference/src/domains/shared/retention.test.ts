import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { NOON } from '../../test-support/fake-context.js';
import { clockAt } from '../../test-support/fake-ports.js';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { AppStore, type Row } from './app-store.js';
import { writeFileAtomically } from './files.js';
import { ExpiringFiles, ExpiringRows } from './retention.js';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY_MS);

describe('retention', () => {
  const newFolder = temporaryFolders();
  const { signal } = new AbortController();

  it('deletes old files, keeps the rest and folders', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'archive'));
    await writeFileAtomically({ path: join(folder, 'old.csv'), text: '', at: daysAgo(91) });
    await writeFileAtomically({ path: join(folder, 'edge.csv'), text: '', at: daysAgo(90) });
    const files = new ExpiringFiles('reports', folder);
    expect(await files.deleteOlderThan(daysAgo(90), signal)).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(['archive', 'edge.csv']);
  });

  it('finds nothing in a folder that does not exist', async () => {
    const files = new ExpiringFiles('reports', join(newFolder(), 'missing'));
    expect(await files.deleteOlderThan(NOON, signal)).toBe(0);
  });

  it('deletes the rows whose retention started before the cutoff', async () => {
    interface Item extends Row {
      readonly doneAt: string | null;
    }
    const rows = new AppStore(newFolder(), clockAt()).collection<Item>('items');
    await rows.insert(
      { id: 'old', doneAt: daysAgo(91).toISOString() },
      { id: 'new', doneAt: daysAgo(1).toISOString() },
      { id: 'open', doneAt: null },
    );
    const expiring = new ExpiringRows('items', rows, ({ doneAt }) => doneAt);
    expect(await expiring.deleteOlderThan(daysAgo(90), signal)).toBe(1);
    expect((await rows.all()).map(({ id }) => id)).toEqual(['new', 'open']);
  });

  it('stops when asked to', async () => {
    const folder = newFolder();
    await writeFileAtomically({ path: join(folder, 'old.csv'), text: '', at: daysAgo(91) });
    const files = new ExpiringFiles('reports', folder);
    const stop = new Error('stop');
    await expect(files.deleteOlderThan(NOON, AbortSignal.abort(stop))).rejects.toBe(stop);
    expect(readdirSync(folder)).toEqual(['old.csv']);
  });
});
