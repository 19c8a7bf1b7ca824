import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolders } from '../../test-support/temporary-folder.js';
import { withFileLock } from './file-lock.js';

describe('withFileLock', () => {
  const newFolder = temporaryFolders();

  it('runs one piece of work at a time', async () => {
    const path = join(newFolder(), 'rows.json');
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 10 }, () => withFileLock(path, work)));
    expect(most).toBe(1);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('releases the lock after a failure, and rethrows it', async () => {
    const path = join(newFolder(), 'rows.json');
    await expect(withFileLock(path, () => Promise.reject(new Error('disk full')))).rejects.toThrow(
      'disk full',
    );
    expect(await withFileLock(path, async () => 'free')).toBe('free');
  });

  it('takes over the lock of a process that died', async () => {
    const path = join(newFolder(), 'rows.json');
    const longAgo = new Date(Date.now() - 60_000);
    writeFileSync(`${path}.lock`, '1');
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(await withFileLock(path, async () => 'free')).toBe('free');
  });
});
