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

/** @param urls the addresses of servers of the user, which others may need */
async function startAll({ names, durable, urls = {} }) {
  try {
    folder = createTempFolder({ durable });
    const needs = (name) => services[name].needs !== undefined;
    const first = await Promise.all(
      names.filter((name) => !needs(name)).map((name) => tryToStart(name, { durable })),
    );
    const addressOf = (name) => urls[name] ?? servers.get(name)?.url;
    const then = await Promise.all(
      names
        .filter(needs)
        .map((name) => tryToStart(name, { durable, needed: addressOf(services[name].needs) })),
    );
    const results = [...first, ...then];
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
async function tryToStart(name, { durable, needed }) {
  const service = services[name];
  try {
    if (service.needs !== undefined && needed === undefined)
      throw new Unobtainable(`it needs ${services[service.needs].title}, which is missing.`);
    const server = new Server(service, logUnlessEnding);
    await server.start({ folder, durable, needed });
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
