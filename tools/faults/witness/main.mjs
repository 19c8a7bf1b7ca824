// The witness: a separate process that no fault affects. Workers report what they do before they do it, as one JSON object a line.
import { createServer } from 'node:net';
import { Ledger } from './ledger.mjs';
import { onLines } from './lines.mjs';

const ledger = new Ledger();
const followers = new Set();

const answers = {
  start(message) {
    const start = ledger.start(message);
    const line = `${JSON.stringify({ event: 'start', start })}\n`;
    for (const follower of followers) follower.write(line);
    return { ok: true };
  },
  effect: (message) => ({ ok: ledger.effect(message) }),
  report: () => ({ ok: true, report: ledger.report() }),
  follow(_message, socket) {
    followers.add(socket);
    socket.once('close', () => followers.delete(socket));
    return { ok: true };
  },
};

const server = createServer((socket) => {
  socket.setNoDelay(true);
  // The connection of a killed worker may end with an error.
  socket.on('error', () => socket.destroy());
  onLines(socket, (line) => {
    const message = JSON.parse(line);
    const answer = answers[message.kind](message, socket);
    socket.write(`${JSON.stringify({ id: message.id, ...answer })}\n`);
  });
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
// The witness ends with the harness, however that ends. Ctrl-C in the terminal is meant for the harness.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
