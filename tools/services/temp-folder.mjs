import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverUser } from './server-user.mjs';

// The path of a socket in the folder must be shorter than 108 characters, or 104 on some systems.
const longestBase = 60;

const inMemory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/**
 * Creates a folder that the user of the servers owns and can access. Servers that need not be durable have it in memory, where there is
 * plenty of it: tests change the schema thousands of times, and MariaDB waits for the disk each time, whatever its settings are.
 */
export function createTempFolder({ durable = true } = {}) {
  const folders = [...(!durable && hasRoomInMemory() ? [inMemory] : []), tmpdir(), '/tmp'];
  const bases = folders.filter((base) => base.length <= longestBase);
  for (const base of bases) {
    const folder = mkdtempSync(join(base, 'scheduler-services-'));
    const { uid, gid } = serverUser();
    if (uid !== undefined) chownSync(folder, uid, gid);
    if (spawnSync('test', ['-w', folder], { uid, gid }).status === 0) return folder;
    removeTempFolder(folder);
  }
  throw new Error(
    `There is no folder for temporary files that the servers can use: tried ${bases.join(', ')}.`,
  );
}

export function removeTempFolder(folder) {
  // Retried, because a program that was just killed may still have written a file meanwhile.
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= neededBytes && freemem() >= 2 * neededBytes;
  } catch {
    return false;
  }
}
