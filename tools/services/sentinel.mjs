import { fileURLToPath } from 'node:url';
import { redis } from './redis.mjs';

const group = fileURLToPath(new URL('./sentinel-group.mjs', import.meta.url));

/** A Redis with a replica, and three Sentinels that watch over them, see `services.mjs`. They are started only where they are named. */
export const sentinel = {
  ...redis,
  name: 'sentinel',
  title: 'Redis Sentinel',
  variable: 'SCHEDULER_TEST_SENTINEL_URL',
  onlyWhenNamed: true,

  start: ({ folder, programs, port }) => ({
    command: [process.execPath, group, programs.server, folder, `${port}`],
    ready: /Ready to fail over/,
    stopSignal: 'SIGKILL',
  }),

  /** The address of one Sentinel, which knows the others. The name of the group is `main`. */
  url: (port) => `redis://127.0.0.1:${port}`,
};
