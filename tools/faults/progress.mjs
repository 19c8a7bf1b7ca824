/** Prints the progress of a run to standard error: on a terminal as one line that changes, else as a line for each new phase. */
export function createProgress(stream = process.stderr) {
  let phase = '';
  const clear = () => {
    if (stream.isTTY) stream.write('\r\u001b[K');
  };
  return {
    show(title, text) {
      if (stream.isTTY) return stream.write(`\r\u001b[K${title}: ${text}`.slice(0, stream.columns ?? 120));
      // In a log every tenth second is enough.
      const [begin] = text.split(',');
      const next = `${title} ${begin.replace(/^\d+/, (second) => Math.floor(second / 10))}`;
      if (next !== phase) stream.write(`${title}: ${text}\n`);
      phase = next;
    },
    print(text) {
      clear();
      stream.write(`${text}\n`);
    },
    clear,
  };
}
