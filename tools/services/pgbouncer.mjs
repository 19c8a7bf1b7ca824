import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary, programFolders } from './find-binary.mjs';

/** PgBouncer in transaction mode before the PostgreSQL of the same run, see `services.mjs`. It is started only where it is named. */
export const pgbouncer = {
  name: 'pgbouncer',
  title: 'PgBouncer',
  variable: 'SCHEDULER_TEST_PGBOUNCER_URL',
  how: 'Install it: `apt-get install pgbouncer` on Debian and Ubuntu, `dnf install pgbouncer` on Fedora, `brew install pgbouncer` on macOS.',
  unneeded:
    /^(adduser|lsb-base|ssl-cert|init-system-helpers|sysvinit-utils|postgresql-.*|libpq5|perl.*|.*-perl)$/,
  onlyWhenNamed: true,
  needs: 'postgres',

  packages: async () => ['pgbouncer'],

  find(root) {
    const server = findBinary(['pgbouncer'], programFolders(root));
    return server && { server };
  },

  version: (text) => /PgBouncer ([\d.]+)/i.exec(text)?.[1],

  prepare: async () => ({}),

  start({ folder, programs, port, needed }) {
    const file = join(folder, `pgbouncer-${port}.ini`);
    writeFileSync(file, configuration(port, new URL(needed)));
    chmodSync(file, 0o644);
    return { command: [programs.server, file], ready: /process up: PgBouncer/, stopSignal: 'SIGKILL' };
  },

  url: (port) => `postgres://scheduler:scheduler@127.0.0.1:${port}/scheduler`,
};

/** A small pool for many clients, as it is in production: the connections of a server are far fewer than those of the nodes. */
function configuration(port, { hostname, port: serverPort, username, password }) {
  return `[databases]
* = host=${hostname} port=${serverPort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 20
ignore_startup_parameters = extra_float_digits
`;
}
