'use strict';
// What a thread of `runIn: 'thread'` runs. It is plain JavaScript beside `src` and `dist`, because a thread begins with a file that Node.js
// can read, from the sources as well as from the build.
const { parentPort, receiveMessageOnPort } = require('node:worker_threads');
const { pathToFileURL } = require('node:url');

/** The call that is under way. A thread serves one at a time. */
let current = null;

parentPort.on('message', receive);

function receive(message) {
  if (message.kind === 'run') return void serve(message);
  if (message.run !== current?.run) return;
  if (message.kind === 'abort') current.controller.abort(errorOf(message.reason));
  if (message.kind === 'reply') {
    const waiting = current.waiting.get(message.request);
    current.waiting.delete(message.request);
    if (message.error === undefined) waiting?.resolve();
    else waiting?.reject(errorOf(message.error));
  }
}

async function serve({ run, module, job, context }) {
  const call = { run, controller: new AbortController(), waiting: new Map(), requests: 0 };
  current = call;
  const send = (kind, fields) => {
    // What a handler says after its end is about no attempt any more.
    if (current === call) parentPort.postMessage({ kind, run, ...fields });
  };
  try {
    const handle = await load(module);
    const answer = await handle(job, contextOf(call, context, send));
    const isFailure = answer?.kind === 'failed' && answer.error instanceof Error;
    send('done', isFailure ? { answer: { ...answer, error: null }, error: plain(answer.error) } : { answer });
  } catch (error) {
    send('failed', { error: plain(error) });
  }
  if (current === call) current = null;
}

async function load(module) {
  const url = module.startsWith('file:') ? module : pathToFileURL(module).href;
  const exported = await import(url);
  const inner = exported.default;
  const handle = [exported.handle, inner, inner?.handle, inner?.default].find(
    (one) => typeof one === 'function',
  );
  if (handle !== undefined) return handle;
  throw new TypeError(`${module} exports no function; accepted: one named handle, or as its default`);
}

function contextOf(call, context, send) {
  const startedMs = performance.now();
  const log = (level) => (message, fields) => send('log', { level, message, fields });
  return {
    ...context,
    signal: signalOf(call),
    now: () => new Date(context.startedAt.getTime() + performance.now() - startedMs),
    progress: (done, total) => send('progress', { done, total }),
    log: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    checkpoint: (value) =>
      new Promise((resolve, reject) => {
        call.requests += 1;
        call.waiting.set(call.requests, { resolve, reject });
        send('checkpoint', { request: call.requests, value });
      }),
    completeIn: () => refuse('completeIn'),
    emit: () => refuse('emit'),
    step: () => refuse('step'),
    get values() {
      return refuse('values');
    },
  };
}

/** A loop that never lets the event loop go on sees the abort too: whoever asks for `aborted` reads the messages that have come. */
function signalOf({ controller }) {
  const { signal } = controller;
  const isAborted = Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get;
  const aborted = () => {
    for (let next; !isAborted.call(signal) && (next = receiveMessageOnPort(parentPort)) !== undefined;)
      receive(next.message);
    return isAborted.call(signal);
  };
  Object.defineProperties(signal, {
    aborted: { get: aborted },
    throwIfAborted: {
      value: () => {
        if (aborted()) throw signal.reason;
      },
    },
  });
  return signal;
}

function refuse(member) {
  const error = new Error(
    `context.${member} is not supported by a handler that runs in a thread; run it in the thread of the node, or return what is to be done`,
  );
  throw Object.assign(error, {
    name: 'FeatureNotSupported',
    code: 'FEATURE_NOT_SUPPORTED',
    recoverable: false,
  });
}

/** An error as what can be sent: its own values that are plain come along, so that `code` and `recoverable` mean what they meant. */
function plain(error) {
  if (!(error instanceof Error)) return { thrown: String(error) };
  const values = Object.entries(error).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    stack,
    values: Object.fromEntries(values),
    ...(cause instanceof Error ? { cause: plain(cause) } : {}),
    ...(name === 'RetryableError' ? { delay: error.delay ?? null } : {}),
  };
}

function errorOf({ name, message, values }) {
  return Object.assign(new Error(message), values, { name });
}
