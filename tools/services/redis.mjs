import { findBinary, programFolders } from './find-binary.mjs';

/** Redis or Valkey, see `services.mjs`. */
export const redis = {
  name: 'redis',
  title: 'Redis',
  variable: 'SCHEDULER_TEST_REDIS_URL',
  how: 'Install the server: `apt-get install redis-server` on Debian and Ubuntu, `dnf install valkey` on Fedora, `brew install redis` on macOS.',
  unneeded: /^(adduser|lsb-base|sysvinit-utils|init-system-helpers)$/,

  packages: async () => ['redis-server', 'redis-tools'],

  find(root) {
    const server = findBinary(['redis-server', 'valkey-server'], programFolders(root));
    return server && { server };
  },

  version: (text) => /\bv=([\d.]+)/.exec(text)?.[1],

  prepare: async () => ({}),

  start({ folder, programs, durable, port }) {
    const network = ['--bind', '127.0.0.1', '--port', `${port}`];
    const storage = ['--dir', folder, '--save', '', '--appendonly', durable ? 'yes' : 'no'];
    if (durable === 'always') storage.push('--appendfsync', 'always');
    return {
      command: [programs.server, ...network, ...storage, '--daemonize', 'no'],
      ready: /Ready to accept connections/,
      stopSignal: 'SIGKILL',
    };
  },

  url: (port) => `redis://127.0.0.1:${port}`,
};
