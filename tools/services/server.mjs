import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { obtain } from './obtain.mjs';
import { crashServer, PortTaken, runProgram, startServer } from './processes.mjs';
import { serverUser } from './server-user.mjs';

const portPatience = 10_000;

/** One server of the supervisor: its data and its port outlive a crash. */
export class Server {
  #service;
  #say;
  #title;
  #launch;
  #place;
  #port;
  #child;

  /** @param say takes each line of progress */
  constructor(service, say) {
    this.#service = service;
    this.#say = say;
  }

  get url() {
    return this.#service.url(this.#port);
  }

  get pid() {
    return this.#child?.pid;
  }

  /** A crash has left something outside its folder that only a start removes. */
  get leavesTraces() {
    return this.#child === undefined && this.#place !== undefined && this.#service.cleansUpAtStart === true;
  }

  /** Makes its data in the folder and runs it on a free port. */
  async start({ folder, durable }) {
    const { programs, version, env } = await obtain(this.#service, this.#say);
    this.#title = `${this.#service.title} ${version}`;
    this.#launch = { cwd: folder, env, ...serverUser() };
    const began = performance.now();
    this.#say(`${this.#title}: starting …`);
    const run = (command, input) => runProgram(command, { ...this.#launch, input });
    const place = { folder, programs, durable, run };
    this.#place = { ...place, ...(await this.#service.prepare(place)) };
    await this.#onFreePort();
    this.#say(`${this.#title}: ready in ${seconds(began)} s (port ${this.#port})`);
  }

  async crash() {
    if (!this.#child) throw new Error(`${this.#title} does not run.`);
    const child = this.#child;
    this.#child = undefined;
    await crashServer(child);
  }

  /** On the same data and the same port. Resolves when it has recovered. */
  async restart() {
    if (this.#child) throw new Error(`${this.#title} still runs.`);
    const deadline = performance.now() + portPatience;
    for (;;) {
      try {
        return await this.#run(this.#port);
      } catch (error) {
        // A client that has just lost it may for a moment use its port as its own.
        if (!(error instanceof PortTaken) || performance.now() > deadline) throw error;
        await delay(100);
      }
    }
  }

  // Between the moment when a port is found free and the moment when the server takes it, another may have taken it.
  async #onFreePort(tries = 5) {
    try {
      await this.#run(await freePort());
    } catch (error) {
      if (tries === 1 || !(error instanceof PortTaken)) throw error;
      await this.#onFreePort(tries - 1);
    }
  }

  async #run(port) {
    const child = await startServer(this.#service.start({ ...this.#place, port }), this.#launch);
    this.#port = port;
    this.#child = child;
    child.once('exit', (code, signal) => {
      // Unless it was taken down on purpose.
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#say(`✘ ${this.#title} ended by itself (${signal ?? code}):\n${child.lastLines()}`);
    });
  }
}

function seconds(began) {
  return ((performance.now() - began) / 1000).toFixed(1);
}
