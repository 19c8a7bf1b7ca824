import { connect } from 'node:net';

/**
 * The first value that a statement returns in PostgreSQL, as text, or an empty text. It uses the wire protocol, because this
 * project has no driver: it opens a session without a password, sends one simple query, and closes the session.
 */
export function askPostgres(url: string, statement: string): Promise<string> {
  const { hostname, port, username, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => void chunks.push(chunk));
  socket.once('connect', () => {
    const settings = ['user', username, 'database', pathname.slice(1), '', ''].join('\0');
    socket.write(withLength(Buffer.concat([Buffer.from([0, 3, 0, 0]), Buffer.from(settings)])));
    socket.write(message('Q', `${statement}\0`));
    socket.write(message('X', ''));
  });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => {
      const answer = read(Buffer.concat(chunks));
      if (answer.error === undefined) resolve(answer.value ?? '');
      else reject(new Error(answer.error));
    });
  });
}

interface Answer {
  readonly value?: string;
  readonly error?: string;
}

function read(data: Buffer): Answer {
  let value = '';
  let timesReady = 0;
  for (let at = 0; at + 5 <= data.length; at += 1 + data.readInt32BE(at + 1)) {
    const type = String.fromCharCode(data[at] ?? 0);
    const body = data.subarray(at + 5, at + 1 + data.readInt32BE(at + 1));
    if (type === 'E') return { error: body.toString().split('\0').join(' ') };
    if (type === 'D') value = body.subarray(6, 6 + body.readInt32BE(2)).toString();
    if (type === 'Z') timesReady += 1;
  }
  // The server is ready once after the session was opened, and once after the statement.
  return timesReady === 2 ? { value } : { error: 'the connection was lost' };
}

function message(type: string, text: string): Buffer {
  return Buffer.concat([Buffer.from(type), withLength(Buffer.from(text))]);
}

function withLength(body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}
