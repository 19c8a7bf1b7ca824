const DEADLINE_MS = 60_000;

/** What a process prints, and a way to wait for a part of it, a text or a pattern. */
export function outputOf(child) {
  let text = '';
  let look = () => undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
      look();
    });
  const until = (part) =>
    new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${why} ${part}:\n${text}`));
      const timer = setTimeout(() => fail('within a minute there was no'), DEADLINE_MS);
      look = () => {
        const found = typeof part === 'string' ? text.includes(part) : part.exec(text);
        if (!found) return;
        clearTimeout(timer);
        resolve(found);
      };
      child.once('exit', () => fail('it ended without'));
      look();
    });
  return { until, text: () => text };
}
