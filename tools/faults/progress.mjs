/** Tells how far a run is, on standard error: on a terminal in one line that changes, elsewhere a line for each new phase. */
export function createProgress(stream = process.stderr) {
  let phase = '';
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001b[K');
  };
  return {
    tell(title, text) {
      if (stream.isTTY) return stream.write(`\r\u001b[K${title}: ${text}`.slice(0, stream.columns ?? 120));
      // A log needs every tenth second at most.
      const [begin] = text.split(',');
      const next = `${title} ${begin.replace(/^\d+/, (second) => Math.floor(second / 10))}`;
      if (next !== phase) stream.write(`${title}: ${text}\n`);
      phase = next;
    },
    say(text) {
      clear();
      stream.write(`${text}\n`);
    },
    clear,
  };
}
