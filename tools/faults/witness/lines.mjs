/** Calls back for each complete line that arrives. */
export function onLines(stream, callback) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop();
    for (const line of lines) if (line !== '') callback(line);
  });
}
