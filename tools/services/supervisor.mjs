// Runs the servers for its parent process, and ends them when that process asks for it or has ended: the
// channel between the two closes in both cases, however the parent ended.
import { Unobtainable } from './obtain.mjs';
import { stopAll } from './processes.mjs';
import { Server } from './server.mjs';
import { services } from './services.mjs';
import { createTempFolder, removeTempFolder } from './temp-folder.mjs';

const servers = new Map();
let folder;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.on('disconnect', end);
process.on('message', (message) => (message.names ? startAll(message) : change(message)));

async function startAll({ names, durable }) {
  try {
    folder = createTempFolder({ durable });
    const results = await Promise.all(names.map((name) => tryToStart(name, durable)));
    const started = names.filter((name) => servers.has(name));
    send({
      urls: Object.fromEntries(started.map((name) => [name, servers.get(name).url])),
      pids: Object.fromEntries(started.map((name) => [name, servers.get(name).pid])),
      missing: results.filter((result) => result !== undefined),
    });
  } catch (error) {
    log(error.stack);
    await end();
  }
}

/** Resolves to undefined, or to the reason why the server could not be started. */
async function tryToStart(name, durable) {
  const service = services[name];
  try {
    const server = new Server(service, logUnlessEnding);
    await server.start({ folder, durable });
    servers.set(name, server);
  } catch (error) {
    const how = error instanceof Unobtainable ? service.how : 'It is on this machine but does not start.';
    return { name, why: error.message, how: `${how} Or set ${service.variable} to your own server.` };
  }
}

/** Crashes or restarts a server, as `verb` says. */
async function change({ id, verb, name }) {
  try {
    const server = servers.get(name);
    await server[verb]();
    send({ id, pid: server.pid });
  } catch (error) {
    send({ id, error: error.message });
  }
}

async function end() {
  if (ending) return;
  ending = true;
  for (const server of servers.values()) {
    if (server.leavesTraces) await server.restart().catch(() => {});
  }
  await stopAll();
  if (folder) removeTempFolder(folder);
  process.exit();
}

function logUnlessEnding(line) {
  if (!ending) log(line);
}

function log(line) {
  send({ line });
}

function send(message) {
  // The parent may end at any time, which must not prevent this process from cleaning up.
  if (process.connected) process.send(message, () => {});
}
