import { connect } from 'node:net';
import { DelayedPipe } from './delayed-pipe.mjs';

/** One connection through the proxy: what the client says goes to the server and back, unless the conditions forbid it. */
export class Link {
  #client;
  #server;
  #conditions;
  #isMute = false;
  #losesReply = false;

  /** @param conditions `delayMs()`, and `losesReply()` which is asked for every request; `lost()` is told of each reply that was lost */
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
    this.closed = Promise.all([client, this.#server].map((socket) => closing(socket))).then(() => {
      toServer.drop();
      toClient.drop();
    });
  }

  /** By which the server knows this connection. */
  get serverPort() {
    return this.#server.localPort;
  }

  /** From now on nobody hears anything of the other, not even that it is gone. There is no way back: the stream has a hole. */
  mute() {
    this.#isMute = true;
  }

  get isMute() {
    return this.#isMute;
  }

  /** The server has given the connection up; a mute client still does not know. */
  abandonServer() {
    this.#server.resetAndDestroy();
  }

  cut() {
    this.#client.resetAndDestroy();
    this.#server.resetAndDestroy();
  }

  #join(from, pipe, meet) {
    from.setNoDelay(true);
    from.on('data', (data) => {
      if (this.#isMute) return;
      meet();
      if (!from.destroyed) pipe.push(data, this.#conditions.delayMs());
    });
    from.on('end', () => {
      if (!this.#isMute) pipe.end(this.#conditions.delayMs());
    });
    // The other side learns of it as it happened here: by a reset.
    from.on('error', () => {
      if (!this.#isMute) this.cut();
    });
  }

  // The request has been carried out: only the answer gets lost, with the connection.
  #loseReply() {
    this.#conditions.lost();
    this.cut();
  }
}

function closing(socket) {
  return new Promise((resolve) => socket.once('close', resolve));
}
