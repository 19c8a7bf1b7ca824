import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { obtain } from './obtain.mjs';
import { crashServer, PortTaken, runProgram, startServer } from './processes.mjs';
import { serverUser } from './server-user.mjs';

const portTimeout = 10_000;

/** One server of the supervisor. It keeps its data and its port after a crash. */
export class Server {
  #service;
  #log;
  #title;
  #launch;
  #place;
  #port;
  #child;

  /** @param log called with each line of progress */
  constructor(service, log) {
    this.#service = service;
    this.#log = log;
  }

  get url() {
    return this.#service.url(this.#port);
  }

  get pid() {
    return this.#child?.pid;
  }

  /** Whether a crash has left something outside the folder that only a start removes. */
  get leavesTraces() {
    return this.#child === undefined && this.#place !== undefined && this.#service.cleansUpAtStart === true;
  }

  /** Creates its data in the folder, where `needed` is the address of the service that it stands before, and starts it on a free port. */
  async start({ folder, durable, needed }) {
    const { programs, version, env } = await obtain(this.#service, this.#log);
    this.#title = `${this.#service.title} ${version}`;
    this.#launch = { cwd: folder, env, ...serverUser() };
    const began = performance.now();
    this.#log(`${this.#title}: starting …`);
    const run = (command, input) => runProgram(command, { ...this.#launch, input });
    const place = { folder, programs, durable, run, needed };
    this.#place = { ...place, ...(await this.#service.prepare(place)) };
    await this.#onFreePort();
    this.#log(`${this.#title}: ready in ${seconds(began)} s (port ${this.#port})`);
  }

  async crash() {
    if (!this.#child) throw new Error(`${this.#title} does not run.`);
    const child = this.#child;
    this.#child = undefined;
    await crashServer(child);
  }

  /** Starts the server again on the same data and port. Resolves when it has recovered. */
  async restart() {
    if (this.#child) throw new Error(`${this.#title} still runs.`);
    const deadline = performance.now() + portTimeout;
    for (;;) {
      try {
        return await this.#run(this.#port);
      } catch (error) {
        // A client may use the port as its own local port for a moment.
        if (!(error instanceof PortTaken) || performance.now() > deadline) throw error;
        await delay(100);
      }
    }
  }

  // Tries several ports, because another process may take a free port before the server does.
  async #onFreePort(attempts = 5) {
    try {
      await this.#run(await freePort());
    } catch (error) {
      if (attempts === 1 || !(error instanceof PortTaken)) throw error;
      await this.#onFreePort(attempts - 1);
    }
  }

  async #run(port) {
    const child = await startServer(this.#service.start({ ...this.#place, port }), this.#launch);
    this.#port = port;
    this.#child = child;
    child.once('exit', (code, signal) => {
      // Not reported if it was crashed on purpose.
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#log(`✘ ${this.#title} ended by itself (${signal ?? code}):\n${child.lastLines()}`);
    });
  }
}

function seconds(began) {
  return ((performance.now() - began) / 1000).toFixed(1);
}
