/** One line that is written again and again on a terminal, and now and then where there is none. */
export interface Progress {
  tell(text: string): void;
  done(): void;
}

export function progressOn(stream: NodeJS.WriteStream): Progress {
  let width = 0;
  let toldAtMs = 0;
  const everyMs = stream.isTTY ? 100 : 10_000;
  return {
    tell: (text) => {
      const now = performance.now();
      if (now - toldAtMs < everyMs) return;
      toldAtMs = now;
      stream.write(stream.isTTY ? `\r${text.padEnd(width)}` : `${text}\n`);
      width = text.length;
    },
    done: () => {
      if (stream.isTTY && width > 0) stream.write(`\r${' '.repeat(width)}\r`);
    },
  };
}
