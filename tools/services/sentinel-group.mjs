// node sentinel-group.mjs <redis-server> <folder> <port>: a master, a replica and three Sentinels, the first of them on that port.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

const [program, folder, port] = process.argv.slice(2);
const local = ['--bind', '127.0.0.1', '--daemonize', 'no'];
const [master, replica] = [await freePort(), await freePort()];
const sentinels = [Number(port), await freePort(), await freePort()];

launch('master', [
  '--port',
  `${master}`,
  ...local,
  '--save',
  '',
  '--appendonly',
  'no',
  '--repl-diskless-sync-delay',
  '0',
]);
await answers(master, 'PING', /PONG/);
launch('replica', ['--port', `${replica}`, ...local, '--save', '', '--replicaof', `127.0.0.1 ${master}`]);
await answers(replica, 'INFO replication', /master_link_status:up/);
for (const each of sentinels) launch(`sentinel-${each}`, [configurationOf(each), '--sentinel']);
// A failover needs the replica, and Sentinels that know one another.
for (const each of sentinels) {
  await answers(each, 'SENTINEL replicas main', /name/);
  await answers(each, 'SENTINEL ckquorum main', /^\+OK 3 usable/);
}
console.log('Ready to fail over');

function configurationOf(each) {
  const file = join(folder, `sentinel-${each}.conf`);
  writeFileSync(
    file,
    `port ${each}
bind 127.0.0.1
sentinel monitor main 127.0.0.1 ${master} 2
sentinel down-after-milliseconds main 1000
sentinel failover-timeout main 5000
`,
  );
  return file;
}

function launch(name, words) {
  const place = join(folder, `group-${port}-${name}`);
  mkdirSync(place);
  const child = spawn(program, words, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  child.once('error', (error) => end(`${name}: ${error.message}`));
  // The master is killed by tests; without a Sentinel there is no group.
  child.once('exit', (code) => name.startsWith('sentinel') && end(`${name} ended (${code})`));
}

function end(reason) {
  console.error(reason);
  process.exit(1);
}

/** Asks until the answer is as expected. */
async function answers(of, command, expected) {
  while (!expected.test(await ask(of, command))) await delay(50);
}

function ask(of, command) {
  return new Promise((resolve) => {
    const socket = createConnection(of, '127.0.0.1', () => socket.write(`${command}\r\n`));
    let text = '';
    socket.on('data', (data) => {
      text += data;
      socket.setTimeout(30);
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    socket.setTimeout(1_000);
  });
}
