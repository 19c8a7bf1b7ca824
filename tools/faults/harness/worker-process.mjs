import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onLines } from '../witness/lines.mjs';
import { startProgram } from './children.mjs';

const program = fileURLToPath(new URL('../worker/main.mjs', import.meta.url));

/** One worker process, from its start to its end. */
export class WorkerProcess {
  /** The id of its node, once it is ready. */
  node = null;
  isStopped = false;
  /** How it ended: `{ code, signal, ordered }`, where `ordered` is the signal that the harness sent. Null: it has not ended. */
  end = null;
  #child;
  #ordered = null;

  /**
   * @param options `name` of the worker, `env`, `settings` for the worker, `execArgv`, the `folder` of its log, `onLine` for each line
   *   that it logs, and `onFrozen(worker, executionId)`, called when it has stopped itself just before it settles: see `worker/freeze.mjs`,
   *   and `onHeld(worker, moment)`, called when it holds an execution: see `worker/hold-maps.mjs`
   */
  constructor({ name, env, settings, execArgv, folder, onLine, onFrozen, onHeld }) {
    this.name = name;
    this.startedAt = performance.now();
    this.#child = startProgram(program, {
      env: { ...env, FAULTS_WORKER: JSON.stringify(settings) },
      execArgv,
    });
    this.pid = this.#child.pid;
    this.#log(folder, onLine);
    this.#child.on('message', ({ node, frozenFor, holds }) => {
      if (node !== undefined) this.node = node;
      if (holds !== undefined) onHeld(this, holds);
      if (frozenFor === undefined) return;
      this.isStopped = true;
      onFrozen(this, frozenFor);
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        this.end = { code, signal, ordered: this.#ordered };
        resolve(this.end);
      });
    });
  }

  /** `kill -9`. */
  kill() {
    this.#signal('SIGKILL', { ends: true });
    return this.ended;
  }

  /** Sends SIGTERM, as a deployment does. */
  terminate() {
    this.terminatedAt ??= Date.now();
    this.#signal('SIGTERM', { ends: true });
    return this.ended;
  }

  pause() {
    this.isStopped = true;
    this.#signal('SIGSTOP');
  }

  resume() {
    this.isStopped = false;
    this.#signal('SIGCONT');
  }

  /** Moves its wall clock while it runs. */
  jump(jumpMs) {
    this.#send({ jumpMs });
  }

  /** Lets an execution go on that it holds. */
  letGoOn(executionId) {
    this.#send({ goOn: executionId });
  }

  #send(message) {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  #signal(name, { ends = false } = {}) {
    if (this.end !== null) return;
    if (ends) this.#ordered = name;
    this.#child.kill(name);
  }

  #log(folder, onLine) {
    const file = createWriteStream(join(folder, `${this.name}-${this.pid}.log`));
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      onLines(stream, (line) => {
        file.write(`${line}\n`);
        onLine(line);
      });
    }
    this.#child.once('close', (code, signal) => file.end(`ended: ${signal ?? code}\n`));
  }
}
