import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBinary, programFolders } from './find-binary.mjs';

const firstStatements = [
  'CREATE DATABASE IF NOT EXISTS scheduler CHARACTER SET utf8mb4;',
  "CREATE USER IF NOT EXISTS scheduler@'127.0.0.1' IDENTIFIED BY 'scheduler';",
  "GRANT ALL ON *.* TO scheduler@'127.0.0.1' WITH GRANT OPTION;",
];

/** MariaDB, see `services.mjs`. The user `scheduler` with the password `scheduler` may do everything. */
export const mariadb = {
  name: 'mariadb',
  title: 'MariaDB',
  variable: 'SCHEDULER_TEST_MARIADB_URL',
  how: 'Install the server: `apt-get install mariadb-server` on Debian and Ubuntu, `dnf install mariadb-server` on Fedora, `brew install mariadb` on macOS.',
  unneeded: /^(lib)?perl|-perl$|^(gawk|galera-4|rsync|socat|adduser|debconf|mysql-common|mariadb-common)$/,

  packages: async () => ['mariadb-server-core', 'mariadb-client-core'],

  find(root) {
    const folders = programFolders(root);
    const server = findBinary(['mariadbd', 'mysqld'], folders);
    const install = findBinary(['mariadb-install-db', 'mysql_install_db'], folders);
    return server && install && { server, install };
  },

  // `mysqld` may also be MySQL, which is set up differently.
  version: (text) => /([\d.]+)-MariaDB/.exec(text)?.[1],

  async prepare({ folder, programs, run }) {
    const data = join(folder, 'mariadb');
    const base = baseFolder(programs);
    const firstFile = join(folder, 'mariadb-first.sql');
    const quick = ['--innodb-log-file-size=16M', '--innodb-flush-log-at-trx-commit=0', '--sync-binlog=0'];
    const access = ['--auth-root-authentication-method=normal', '--skip-test-db'];
    await run([
      programs.install,
      '--no-defaults',
      `--basedir=${base}`,
      `--datadir=${data}`,
      ...access,
      ...quick,
    ]);
    writeFileSync(firstFile, firstStatements.join('\n'), { mode: 0o644 });
    return { data, base, firstFile };
  },

  start({ folder, programs, data, base, firstFile, durable, port }) {
    const network = [
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      `--socket=${join(folder, 'mariadb.sock')}`,
    ];
    const storage = [
      `--basedir=${base}`,
      `--datadir=${data}`,
      `--tmpdir=${folder}`,
      `--pid-file=${join(folder, 'mariadb.pid')}`,
      `--innodb-flush-log-at-trx-commit=${durable ? 1 : 0}`,
      `--innodb-log-file-size=${durable ? '96M' : '16M'}`,
    ];
    const rest = ['--max-connections=200', '--skip-name-resolve', `--init-file=${firstFile}`];
    return {
      command: [programs.server, '--no-defaults', ...network, ...storage, ...rest],
      ready: /ready for connections/,
      stopSignal: 'SIGKILL',
    };
  },

  url: (port) => `mysql://scheduler:scheduler@127.0.0.1:${port}/scheduler`,
};

// The folder with `share/mysql` or `share/mariadb`, from which the programs find their messages and scripts.
function baseFolder({ server }) {
  const above = dirname(dirname(server));
  const merged = join(above, 'usr');
  return existsSync(join(above, 'share')) || !existsSync(merged) ? above : merged;
}
