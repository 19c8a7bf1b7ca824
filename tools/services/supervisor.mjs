// Runs the servers for the process that forked this one, and ends them when that process says so or is gone: the
// channel between the two closes either way, whatever the other one died of.
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
    folder = createTempFolder();
    const results = await Promise.all(names.map((name) => tryToStart(name, durable)));
    const started = names.filter((name) => servers.has(name));
    tell({
      urls: Object.fromEntries(started.map((name) => [name, servers.get(name).url])),
      pids: Object.fromEntries(started.map((name) => [name, servers.get(name).pid])),
      missing: results.filter((result) => result !== undefined),
    });
  } catch (error) {
    say(error.stack);
    await end();
  }
}

/** Resolves to why there is none, if so. */
async function tryToStart(name, durable) {
  const service = services[name];
  try {
    const server = new Server(service, sayUnlessEnding);
    await server.start({ folder, durable });
    servers.set(name, server);
  } catch (error) {
    const how = error instanceof Unobtainable ? service.how : 'It is on this machine but does not start.';
    return { name, why: error.message, how: `${how} Or set ${service.variable} to a server of your own.` };
  }
}

/** `verb`: `crash` or `restart`. */
async function change({ id, verb, name }) {
  try {
    const server = servers.get(name);
    await server[verb]();
    tell({ id, pid: server.pid });
  } catch (error) {
    tell({ id, error: error.message });
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

function sayUnlessEnding(line) {
  if (!ending) say(line);
}

function say(line) {
  tell({ line });
}

function tell(message) {
  // The other side may go away at any time; that must not keep this one from cleaning up.
  if (process.connected) process.send(message, () => {});
}
