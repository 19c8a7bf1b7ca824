// The witness: a process of its own that no fault touches. Workers tell it what they do before they do it, one JSON object a line.
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
  // A worker that is killed leaves its connection in whatever state.
  socket.on('error', () => socket.destroy());
  onLines(socket, (line) => {
    const message = JSON.parse(line);
    const answer = answers[message.kind](message, socket);
    socket.write(`${JSON.stringify({ id: message.id, ...answer })}\n`);
  });
});

server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
// It ends with the harness, however that ends; a Ctrl-C at the terminal is meant for the harness.
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => {});
