// Runs the servers for the process that forked this one, and ends them when that process says so or is gone: the
// channel between the two closes either way, whatever the other one died of.
import { freePort } from './free-port.mjs';
import { obtain, Unobtainable } from './obtain.mjs';
import { PortTaken, runProgram, startServer, stopAll } from './processes.mjs';
import { serverUser } from './server-user.mjs';
import { services } from './services.mjs';
import { createTempFolder, removeTempFolder } from './temp-folder.mjs';

let folder;
let ending = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
process.on('disconnect', end);
process.once('message', async ({ names, durable }) => {
  try {
    folder = createTempFolder();
    const results = await Promise.all(names.map((name) => tryToStart(name, durable)));
    const started = results.filter(({ url }) => url);
    tell({
      urls: Object.fromEntries(started.map(({ name, url }) => [name, url])),
      pids: Object.fromEntries(started.map(({ name, pid }) => [name, pid])),
      missing: results.filter(({ why }) => why),
    });
  } catch (error) {
    say(error.stack);
    await end();
  }
});

async function tryToStart(name, durable) {
  const service = services[name];
  try {
    return { name, ...(await start(service, durable)) };
  } catch (error) {
    const how = error instanceof Unobtainable ? service.how : 'It is on this machine but does not start.';
    return { name, why: error.message, how: `${how} Or set ${service.variable} to a server of your own.` };
  }
}

async function start(service, durable) {
  const { programs, version, env } = await obtain(service, say);
  const title = `${service.title} ${version}`;
  const began = performance.now();
  say(`${title}: starting …`);
  const launch = { cwd: folder, env, ...serverUser() };
  const place = {
    folder,
    programs,
    durable,
    run: (command, input) => runProgram(command, { ...launch, input }),
  };
  const prepared = await service.prepare(place);
  const { port, pid } = await onFreePort(async (port) => {
    const server = service.start({ ...place, ...prepared, port });
    const child = await startServer(server, launch);
    child.once('exit', (code, signal) => {
      if (!ending) say(`✘ ${title} ended by itself (${signal ?? code}):\n${child.lastLines()}`);
    });
    return { port, pid: child.pid };
  });
  say(`${title}: ready in ${((performance.now() - began) / 1000).toFixed(1)} s (port ${port})`);
  return { url: service.url(port), pid };
}

// Between the moment when a port is found free and the moment when the server takes it, another may have taken it.
async function onFreePort(use, tries = 5) {
  try {
    return await use(await freePort());
  } catch (error) {
    if (tries === 1 || !(error instanceof PortTaken)) throw error;
    return onFreePort(use, tries - 1);
  }
}

async function end() {
  if (ending) return;
  ending = true;
  await stopAll();
  if (folder) removeTempFolder(folder);
  process.exit();
}

function say(line) {
  tell({ line });
}

function tell(message) {
  // The other side may go away at any time; that must not keep this one from cleaning up.
  if (process.connected) process.send(message, () => {});
}
