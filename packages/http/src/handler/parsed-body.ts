const bodies = new WeakMap<Request, { readonly value: unknown }>();

/** Notes the body of a request whose framework has read and parsed it already, so that the stream is not read again. */
export function withParsedBody(request: Request, value: unknown): Request {
  bodies.set(request, { value });
  return request;
}

/** Null: nobody has parsed it. */
export function parsedBodyOf(request: Request): { readonly value: unknown } | null {
  return bodies.get(request) ?? null;
}
