export interface ServerEvent {
  readonly id: string | null;
  readonly name: string;
  /** JSON, as it came. */
  readonly data: string;
}

/**
 * Reads a stream of server-sent events until it ends. `EventSource` cannot send the token, so that this is done by hand.
 * Most screens need only the name of an event, since what changed is read again from the API.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parse(block);
      if (event !== null) onEvent(event);
    }
  }
}

function parse(block: string): ServerEvent | null {
  const name = /^event: ?(.*)$/m.exec(block)?.[1];
  if (name === undefined) return null;
  const [id = null, data = ''] = [/^id: ?(.*)$/m, /^data: ?(.*)$/m].map(
    (pattern) => pattern.exec(block)?.[1],
  );
  return { name, id, data };
}
