import { createServer } from 'node:net';
import { Link } from './link.mjs';

const CLEAR = { delayMs: 0, jitterMs: 0, lossShare: 0, accepts: true, mute: false };

/**
 * Stands between workers and a server of theirs, and does to their connections what networks do. Who watches connects to the
 * database itself.
 *
 * @example
 * const proxy = new FaultyProxy({ url: urls.postgres, random });
 * const url = await proxy.start();  // for the workers
 * proxy.halfOpen();
 * proxy.pass();
 */
export class FaultyProxy {
  #target;
  #url;
  #random;
  #listener;
  #links = new Set();
  #state = CLEAR;
  #lost = 0;

  /** @param random gives numbers from 0 to below 1; a seeded one makes a run repeatable as far as processes are */
  constructor({ url, random = Math.random }) {
    this.#url = new URL(url);
    this.#target = { host: this.#url.hostname, port: Number(this.#url.port) };
    this.#random = random;
  }

  /** Resolves to the address that leads through here. */
  async start() {
    this.#listener = createServer((client) => this.#accept(client));
    await new Promise((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(0, '127.0.0.1', resolve);
    });
    const own = new URL(this.#url);
    own.host = `127.0.0.1:${this.#listener.address().port}`;
    return own.href;
  }

  async stop() {
    this.cutAll();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  /** How many replies were lost so far. */
  get lost() {
    return this.#lost;
  }

  /** By which the server knows the connections that go through here. */
  get ports() {
    return [...this.#links].flatMap(({ isMute, serverPort }) => (isMute ? [] : (serverPort ?? [])));
  }

  /**
   * All is well from now on. Connections that were mute stay so for the client; the server gives them up after a while, and until then
   * holds whatever they have locked.
   */
  pass({ noticedAfterMs = 0 } = {}) {
    this.#state = CLEAR;
    const mute = [...this.#links].filter(({ isMute }) => isMute);
    setTimeout(() => mute.forEach((link) => link.abandonServer()), noticedAfterMs).unref();
  }

  /** Resets new connections. Those that are there go on. */
  refuse() {
    this.#state = { ...this.#state, accepts: false };
  }

  /** From now on somebody else is behind it. Whoever is connected to the one before has to connect again. */
  lead(url) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
    this.cutAll();
  }

  /** Resets every connection that is there. */
  cutAll() {
    for (const link of this.#links) link.cut();
  }

  /** Swallows all that is said on every connection, and on new ones too, without closing any: as a firewall that lost its state. */
  halfOpen() {
    this.#state = { ...this.#state, mute: true };
    for (const link of this.#links) link.mute();
  }

  /** Lets this share of the requests through, and resets the connection in place of the reply: applied, and nobody knows. */
  loseReplies(share) {
    this.#state = { ...this.#state, lossShare: share };
  }

  /** Each piece is late, by a time between `delayMs` and `delayMs + jitterMs`, in both directions. */
  delay({ delayMs, jitterMs = 0 }) {
    this.#state = { ...this.#state, delayMs, jitterMs };
  }

  #accept(client) {
    if (!this.#state.accepts) return void client.resetAndDestroy();
    const link = new Link({ client, target: this.#target, conditions: this.#conditions() });
    if (this.#state.mute) link.mute();
    this.#links.add(link);
    link.closed.then(() => this.#links.delete(link));
  }

  #conditions() {
    return {
      delayMs: () => this.#state.delayMs + this.#random() * this.#state.jitterMs,
      losesReply: () => this.#state.lossShare > 0 && this.#random() < this.#state.lossShare,
      lost: () => (this.#lost += 1),
    };
  }
}
