import { createServer } from 'node:net';
import { Link } from './link.mjs';

const CLEAR = { delayMs: 0, jitterMs: 0, lossShare: 0, accepts: true, mute: false };

/**
 * A proxy between workers and a server, which causes network faults on their connections. The harness itself connects directly to the
 * server.
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

  /** @param random returns numbers from 0 up to, but without, 1; a seeded one makes a run as repeatable as processes are */
  constructor({ url, random = Math.random }) {
    this.#url = new URL(url);
    this.#target = { host: this.#url.hostname, port: Number(this.#url.port) };
    this.#random = random;
  }

  /** Starts the proxy and resolves to its URL. */
  async start() {
    this.#listener = createServer((client) => this.#accept(client));
    await new Promise((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(0, '127.0.0.1', resolve);
    });
    const proxyUrl = new URL(this.#url);
    proxyUrl.host = `127.0.0.1:${this.#listener.address().port}`;
    return proxyUrl.href;
  }

  async stop() {
    this.cutAll();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  /** The number of replies that were lost so far. */
  get lost() {
    return this.#lost;
  }

  /** The client ports of the connections as the server sees them. */
  get ports() {
    return [...this.#links].flatMap(({ isMute, serverPort }) => (isMute ? [] : (serverPort ?? [])));
  }

  /**
   * Ends all faults. Mute connections stay mute for the client; the server closes them after a while, and until then
   * keeps their locks.
   */
  pass({ noticedAfterMs = 0 } = {}) {
    this.#state = CLEAR;
    const mute = [...this.#links].filter(({ isMute }) => isMute);
    setTimeout(() => mute.forEach((link) => link.abandonServer()), noticedAfterMs).unref();
  }

  /** Resets new connections. Existing ones continue. */
  refuse() {
    this.#state = { ...this.#state, accepts: false };
  }

  /** Leads to another server from now on. Existing connections are reset. */
  lead(url) {
    const { hostname, port } = new URL(url);
    this.#target = { host: hostname, port: Number(port) };
    this.cutAll();
  }

  /** Resets all existing connections. */
  cutAll() {
    for (const link of this.#links) link.cut();
  }

  /** Drops all data of existing and new connections without closing them, as a firewall that has lost its state. */
  halfOpen() {
    this.#state = { ...this.#state, mute: true };
    for (const link of this.#links) link.mute();
  }

  /** For this share of the requests resets the connection instead of passing the reply, so that the client does not know that they were applied. */
  loseReplies(share) {
    this.#state = { ...this.#state, lossShare: share };
  }

  /** Delays data in both directions by a time between `delayMs` and `delayMs + jitterMs`. */
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
