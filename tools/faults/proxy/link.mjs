import { connect } from 'node:net';
import { DelayedPipe } from './delayed-pipe.mjs';

/** One connection through the proxy. Data goes from the client to the server and back, unless the conditions forbid it. */
export class Link {
  #client;
  #server;
  #conditions;
  #isMute = false;
  #losesReply = false;

  /** @param conditions `delayMs()`, `losesReply()`, called for every request, and `lost()`, called for each reply that was lost */
  constructor({ client, target, conditions }) {
    this.#client = client;
    this.#server = connect(target);
    this.#conditions = conditions;
    const toServer = new DelayedPipe(this.#server);
    const toClient = new DelayedPipe(client);
    this.#join(client, toServer, () => (this.#losesReply ||= conditions.losesReply()));
    this.#join(this.#server, toClient, () => {
      if (this.#losesReply) this.#loseReply();
    });
    this.closed = Promise.all([client, this.#server].map((socket) => closeOf(socket))).then(() => {
      toServer.drop();
      toClient.drop();
    });
  }

  /** The client port of this connection as the server sees it. */
  get serverPort() {
    return this.#server.localPort;
  }

  /** Stops passing data and even the end of a side. It cannot be undone, because data is missing from then on. */
  mute() {
    this.#isMute = true;
  }

  get isMute() {
    return this.#isMute;
  }

  /** Resets the connection to the server only; the client of a mute link does not notice. */
  abandonServer() {
    this.#server.resetAndDestroy();
  }

  cut() {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  #join(from, pipe, beforePush) {
    from.setNoDelay(true);
    from.on('data', (data) => {
      if (this.#isMute) return;
      beforePush();
      if (!from.destroyed) pipe.push(data, this.#conditions.delayMs());
    });
    from.on('end', () => {
      if (!this.#isMute) pipe.end(this.#conditions.delayMs());
    });
    // A reset on one side becomes a reset on the other.
    from.on('error', () => {
      if (!this.#isMute) this.cut();
    });
  }

  // The request has been executed; only the reply is lost, with the connection.
  #loseReply() {
    this.#conditions.lost();
    this.cut();
  }
}

function closeOf(socket) {
  return new Promise((resolve) => socket.once('close', resolve));
}
