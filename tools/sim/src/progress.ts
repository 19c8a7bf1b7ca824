/** Shows the progress as one line that changes on a terminal, else as a line every ten seconds. */
export interface Progress {
  show(text: string): void;
  done(): void;
}

export function progressOn(stream: NodeJS.WriteStream): Progress {
  let width = 0;
  let shownAtMs = 0;
  const everyMs = stream.isTTY ? 100 : 10_000;
  return {
    show: (text) => {
      const now = performance.now();
      if (now - shownAtMs < everyMs) return;
      shownAtMs = now;
      stream.write(stream.isTTY ? `\r${text.padEnd(width)}` : `${text}\n`);
      width = text.length;
    },
    done: () => {
      if (stream.isTTY && width > 0) stream.write(`\r${' '.repeat(width)}\r`);
    },
  };
}
