import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { serverCpuMicros } from '../server-cpu.mjs';

const program = fileURLToPath(new URL('./side-process.mjs', import.meta.url));
const profiles = fileURLToPath(new URL('../results/profiles', import.meta.url));

/** One contestant in its own process, so that contestants do not affect each other. */
export class Side {
  #child;
  #serverPid;

  constructor({ serverPid } = {}) {
    const execArgv = ['--expose-gc'];
    if (process.env.BENCH_PROFILE) execArgv.push('--cpu-prof', `--cpu-prof-dir=${profiles}`);
    this.#child = fork(program, { execArgv, serialization: 'advanced' });
    this.#serverPid = serverPid;
  }

  /** Opens the contestant with `createSide(options)` of the module. */
  open(module, options) {
    return this.#call('open', { module: module.href, options });
  }

  /**
   * Runs an operation of `operations.mjs`, `latencies.mjs` or `lateness.mjs`. Resolves to what it measured; if it counts
   * jobs, with the processor time of the server per job.
   */
  async measure(operation, args = {}) {
    const before = serverCpuMicros(this.#serverPid);
    const result = await this.#call(operation, args);
    if (before === undefined || args.count === undefined) return result;
    return { ...result, serverMicros: (serverCpuMicros(this.#serverPid) - before) / args.count };
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
