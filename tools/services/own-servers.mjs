import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const supervisorProgram = fileURLToPath(new URL('./supervisor.mjs', import.meta.url));

/** Controls the supervisor process that runs the servers. See `startServices`. */
export class OwnServers {
  #supervisor;
  #ended;
  #calls = new Map();
  #lastCall = 0;

  urls = {};
  /** The process ids of the running servers, by name. */
  pids = {};
  missing = [];

  async start(names, { log, durable, urls }) {
    if (names.length === 0) return;
    const { NODE_OPTIONS: _, ...env } = process.env;
    // Started in its own session, so that Ctrl-C reaches only this process, which then decides when the servers end.
    const supervisor = fork(supervisorProgram, { detached: true, execArgv: [], env, stdio: 'ignore' });
    this.#supervisor = supervisor;
    this.#ended = new Promise((resolve) => supervisor.once('exit', resolve));
    const started = new Promise((resolve, reject) => {
      supervisor.on('message', (message) => {
        if (message.line !== undefined) log(message.line);
        if (message.urls) resolve(message);
        if (message.id !== undefined) this.#settleCall(message);
      });
      supervisor.once('error', reject);
      supervisor.once('exit', (code) => {
        const error = new Error(`The supervisor of the services ended (${code}).`);
        reject(error);
        for (const id of this.#calls.keys()) this.#settleCall({ id, error: error.message });
      });
    });
    supervisor.send({ names, durable, urls });
    const { urls: ownUrls, pids, missing } = await started;
    Object.assign(this, { urls: ownUrls, pids, missing });
    this.#holdProcess(false);
  }

  /** Ends a server like a failure of the machine. */
  async crash(name) {
    await this.#call('crash', name);
    delete this.pids[name];
  }

  /** Starts a crashed server again on its data and its port. */
  async restart(name) {
    this.pids[name] = await this.#call('restart', name);
  }

  async stop() {
    if (!this.#supervisor) return;
    this.#supervisor.ref();
    if (this.#supervisor.connected) this.#supervisor.disconnect();
    await this.#ended;
  }

  #call(verb, name) {
    if (!(name in this.urls)) throw new Error(`There is no own server '${name}' to ${verb}.`);
    if (!this.#supervisor.connected) throw new Error('The services are stopped.');
    const id = (this.#lastCall += 1);
    this.#holdProcess(true);
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#supervisor.send({ id, verb, name });
    });
  }

  #settleCall({ id, pid, error }) {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#holdProcess(false);
    if (error === undefined) call?.resolve(pid);
    else call?.reject(new Error(error));
  }

  // Servers do not keep this process alive, but pending calls do.
  #holdProcess(yes) {
    const { channel } = this.#supervisor;
    if (yes) {
      this.#supervisor.ref();
      channel?.ref();
    } else {
      this.#supervisor.unref();
      channel?.unref();
    }
  }
}
