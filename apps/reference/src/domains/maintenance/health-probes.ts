import { mkdir, statfs } from 'node:fs/promises';
import type { Collection, Row } from '../shared/app-store.js';
import type { HealthProbe } from './health.service.js';

const MEGABYTE = 1_048_576;

export function diskSpace(folder: string, minimumMb = 50): HealthProbe {
  return {
    name: 'disk',
    probe: async () => {
      await mkdir(folder, { recursive: true });
      const { bavail, bsize } = await statfs(folder);
      const freeMb = Math.floor((bavail * bsize) / MEGABYTE);
      if (freeMb < minimumMb) throw new Error(`${freeMb} MB free, at least ${minimumMb} MB required`);
      return `${freeMb} MB free`;
    },
  };
}

export function readable<TRow extends Row>(name: string, rows: Pick<Collection<TRow>, 'all'>): HealthProbe {
  return { name, probe: async () => `${(await rows.all()).length} rows` };
}
