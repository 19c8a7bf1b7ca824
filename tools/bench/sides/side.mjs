import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serverCpuMicros } from '../server-cpu.mjs';

const program = fileURLToPath(new URL('./side-process.mjs', import.meta.url));
const profiles = fileURLToPath(new URL('../results/profiles', import.meta.url));

/** One contestant in its own process, so that contestants do not affect each other. */
export class Side {
  #child;
  #serverPid;
  #walBytes;

  /** `serverPid` and `walBytes()` of the server of the contestant, if they are known. */
  constructor({ serverPid, walBytes } = {}) {
    const execArgv = ['--expose-gc'];
    if (process.env.BENCH_PROFILE) execArgv.push('--cpu-prof', `--cpu-prof-dir=${profiles}`);
    this.#child = fork(program, { execArgv, serialization: 'advanced' });
    this.#serverPid = serverPid;
    this.#walBytes = walBytes;
  }

  /** Opens the contestant with `createSide(options)` of the module. */
  open(module, options) {
    return this.#call('open', { module: module.href, options });
  }

  /**
   * Runs an operation of `operations.mjs`, `latencies.mjs` or `lateness.mjs`. Resolves to what it measured; if it counts
   * jobs, with the processor time of the server and the bytes of its log per job.
   */
  async measure(operation, args = {}) {
    const before = { cpu: serverCpuMicros(this.#serverPid), wal: await this.#walBytes?.() };
    const result = await this.#call(operation, args);
    if (args.count === undefined) return result;
    const perJob = (used, since) => (since === undefined ? undefined : (used - since) / args.count);
    return {
      ...result,
      serverMicros: perJob(serverCpuMicros(this.#serverPid), before.cpu),
      walBytes: perJob(await this.#walBytes?.(), before.wal),
    };
  }

  async close() {
    if (!this.#child.connected) return;
    try {
      await this.#call('close');
    } finally {
      await new Promise((resolve) => {
        this.#child.once('exit', resolve);
        // A profile is written only if the process ends by itself.
        if (process.env.BENCH_PROFILE) this.#child.send({ operation: 'end' });
        else this.#child.kill('SIGKILL');
      });
    }
  }

  #call(operation, args) {
    return new Promise((resolve, reject) => {
      const gone = (code, signal) => reject(new Error(`${operation}: the process ended (${signal ?? code})`));
      this.#child.once('exit', gone);
      this.#child.once('message', ({ result, error }) => {
        this.#child.off('exit', gone);
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      });
      this.#child.send({ operation, args });
    });
  }
}
