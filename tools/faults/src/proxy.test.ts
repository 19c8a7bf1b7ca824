import { EchoServer } from './test-support/echo-server.js';
import { ProxyProcess } from './test-support/proxy-process.js';
import { pause, Talk, until } from './test-support/talk.js';

describe('the proxy between workers and their database', () => {
  let server: EchoServer;
  let proxy: ProxyProcess;
  const talks: Talk[] = [];

  beforeEach(async () => {
    server = new EchoServer();
    proxy = await ProxyProcess.start(await server.start());
  });
  afterEach(async () => {
    talks.splice(0).forEach((talk) => talk.close());
    await proxy.stop();
    await server.stop();
  });

  const talk = () => {
    const made = new Talk(proxy.port);
    talks.push(made);
    return made;
  };
  const talking = async () => {
    const made = talk();
    made.say('hello');
    expect(await made.hears('hello')).toBe(true);
    return made;
  };

  it('passes everything both ways, and the end of a connection', async () => {
    await talking();
    const [atServer] = server.sockets;
    const { length } = (await proxy.tell('ports')) as number[];
    expect(length).toBe(1);
    atServer?.end('last words');
    expect(await talks[0]!.hears('last words')).toBe(true);
    expect(await talks[0]!.ends()).toBe('end');
  });

  it('knows a connection by the port that the server sees', async () => {
    await talking();
    const [atServer] = server.sockets;
    expect(await proxy.tell('ports')).toEqual([atServer?.remotePort]);
  });

  it('resets new connections and leaves existing ones alone', async () => {
    const old = await talking();
    await proxy.tell('refuse');
    expect(await talk().ends()).toBe('ECONNRESET');
    old.say('still here');
    expect(await old.hears('still here')).toBe(true);
    await proxy.tell('pass');
    await talking();
  });

  it('resets every connection, for both sides', async () => {
    const cut = [await talking(), await talking()];
    await proxy.tell('cutAll');
    expect(await Promise.all(cut.map((each) => each.ends()))).toEqual(['ECONNRESET', 'ECONNRESET']);
    await until(() => server.sockets.size === 0);
    expect(server.sockets.size).toBe(0);
    await talking();
  });

  it('switches to another server', async () => {
    const old = await talking();
    const other = new EchoServer();
    await proxy.tell('lead', `tcp://127.0.0.1:${await other.start()}`);
    expect(await old.ends()).toBe('ECONNRESET');
    await talking();
    expect([server.received, other.received]).toEqual([['hello'], ['hello']]);
    await other.stop();
  });

  it('drops the data of a half-open connection and closes nothing', async () => {
    const old = await talking();
    await proxy.tell('halfOpen');
    const fresh = talk();
    old.say('into the void');
    fresh.say('me too');
    for (const socket of server.sockets) socket.write('nobody hears this');
    await pause(200);
    expect([old.received, old.ending, fresh.received, fresh.ending]).toEqual(['hello', null, '', null]);
    expect(server.received).toEqual(['hello']);
    expect(server.sockets.size).toBe(2);
  });

  it('does not pass the end of the client of a half-open connection to the server', async () => {
    const old = await talking();
    await proxy.tell('halfOpen');
    old.close();
    await pause(200);
    expect(server.sockets.size).toBe(1);
  });

  it('never revives a half-open connection; new ones work', async () => {
    const old = await talking();
    await proxy.tell('halfOpen');
    await proxy.tell('pass');
    await until(() => server.sockets.size === 0);
    expect(server.sockets.size).toBe(0);
    old.say('anybody?');
    await talking();
    expect([old.received, old.ending]).toEqual(['hello', null]);
  });

  it('loses the reply to a request that was executed', async () => {
    const old = await talking();
    await proxy.tell('loseReplies', 1);
    old.say('do it');
    expect(await old.ends()).toBe('ECONNRESET');
    expect(old.received).toBe('hello');
    expect(server.received).toEqual(['hello', 'do it']);
    expect(await proxy.tell('lost')).toBe(1);
    await proxy.tell('pass');
    await talking();
  });

  it('delays both ways and keeps the order', async () => {
    const slow = await talking();
    await proxy.tell('delay', { delayMs: 50, jitterMs: 30 });
    const began = performance.now();
    for (const word of ['one ', 'two ', 'three ', 'four']) {
      slow.say(word);
      await pause(3);
    }
    expect(await slow.hears('four')).toBe(true);
    expect(performance.now() - began).toBeGreaterThanOrEqual(99);
    expect(slow.received).toBe('helloone two three four');
  });
});
