import { Agent, request } from 'node:http';
import { percentile } from '../measure.mjs';

/** Requests of one client that waits for each answer, and then of ten at once: milliseconds, and requests a second. */
export async function measureRequests({ url, headers = {}, requests, warmUp = 50, atOnce = 10 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const send = (count) => one({ url: typeof url === 'function' ? url(count) : url, headers, agent });
  try {
    for (let count = 0; count < warmUp; count += 1) await send(count);
    const times = [];
    for (let count = 0; count < requests; count += 1) {
      const started = performance.now();
      await send(count);
      times.push(performance.now() - started);
    }
    const started = performance.now();
    let next = 0;
    const client = async () => {
      while (next < requests) await send((next += 1));
    };
    await Promise.all(Array.from({ length: atOnce }, client));
    const perSecond = (requests / (performance.now() - started)) * 1_000;
    return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), perSecond };
  } finally {
    agent.destroy();
  }
}

/** The body of an answer. Everything but 200 ends the measurement: an error would be fast. */
export function one({ url, headers = {}, agent }) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const body = Buffer.concat(chunks).toString('utf8');
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`${url}: ${answer.statusCode} ${body.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
