import { createConnection } from 'node:net';
import { onLines } from './lines.mjs';

/** A connection to the witness, for workers and for the harness. Every request resolves to its acknowledgement. */
export class WitnessClient {
  #socket;
  #waiting = new Map();
  #lastId = 0;

  /** Called for each start after `follow`. */
  onStart = () => {};

  static async connect(port) {
    const socket = createConnection({ host: '127.0.0.1', port });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new WitnessClient(socket);
  }

  constructor(socket) {
    this.#socket = socket.setNoDelay(true);
    onLines(socket, (line) => this.#receive(JSON.parse(line)));
    const fail = () => {
      for (const { reject } of this.#waiting.values())
        reject(new Error('The connection to the witness is lost.'));
      this.#waiting.clear();
    };
    socket.on('error', fail).on('close', fail);
  }

  start(start) {
    return this.#request('start', start);
  }

  /** Resolves to whether the resource has accepted the effect. */
  async effect(effect) {
    return (await this.#request('effect', effect)).ok;
  }

  follow() {
    return this.#request('follow');
  }

  async report() {
    return (await this.#request('report')).report;
  }

  close() {
    this.#socket.destroy();
  }

  #request(kind, content = {}) {
    const id = (this.#lastId += 1);
    this.#socket.write(`${JSON.stringify({ ...content, id, kind })}\n`);
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #receive(message) {
    if (message.event === 'start') return this.onStart(message.start);
    this.#waiting.get(message.id)?.resolve(message);
    this.#waiting.delete(message.id);
  }
}
