import type { HandlerOptions } from '@scheduler/http';

/** How an application wants its API to be served: what `createHandler` of @scheduler/http takes besides the node. */
export type HttpOptions = Omit<HandlerOptions, 'node'>;
