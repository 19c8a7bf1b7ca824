import type { ApiAnswer } from './call/read-answer.js';
import type { EventsMethods, OperationGroups, PagedOperation } from './generated/methods.js';
import type { StreamItem, StreamOptions } from './stream/stream-options.js';

/** The name of an operation, such as `jobs.get`. */
export type OperationName = {
  [G in keyof OperationGroups]: `${G}.${keyof OperationGroups[G] & string}`;
}[keyof OperationGroups];

type MethodOf<O extends OperationName> = O extends `${infer G extends keyof OperationGroups}.${infer M}`
  ? M extends keyof OperationGroups[G]
    ? OperationGroups[G][M]
    : never
  : never;

/** What the method of an operation takes. */
export type ArgumentsOf<O extends OperationName> =
  MethodOf<O> extends (...given: infer A extends readonly unknown[]) => unknown ? A : never;

/** What an operation answers with. */
export type AnswerOf<O extends OperationName> =
  MethodOf<O> extends (...given: never[]) => Promise<infer T> ? T : never;

/** One of what an operation lists page by page. */
export type ItemOf<O extends PagedOperation> =
  AnswerOf<O> extends readonly (infer T)[]
    ? T
    : AnswerOf<O> extends { readonly items: readonly (infer T)[] }
      ? T
      : never;

/** The REST API as methods, named as its operations are. */
export interface SchedulerClient extends Omit<OperationGroups, 'events'> {
  readonly events: EventsMethods & {
    /**
     * The events of the scheduler as they happen, over one connection that is made again when it is lost. It ends with its signal.
     *
     * @example
     * for await (const item of client.events.stream({ names: ['scheduler:execution.failed'] })) {
     *   if (item.kind === 'reset') await readAgain();
     *   else console.log(item.name, item.data);
     * }
     */
    stream(options?: StreamOptions): AsyncIterableIterator<StreamItem>;
  };
  /**
   * Calls an operation by its name, and gives the whole answer: the status, the ETag, the id of the request.
   *
   * @example
   * const { value: job, etag } = await client.send('jobs.get', 'daily-report');
   */
  send<O extends OperationName>(operation: O, ...given: ArgumentsOf<O>): Promise<ApiAnswer<AnswerOf<O>>>;
  /**
   * The items of all pages of a list, each page when it is needed. `limit` is the size of a page. Default: 100.
   *
   * @example
   * for await (const execution of client.iterate('executions.list', { status: 'failed' })) console.log(execution.id);
   */
  iterate<O extends PagedOperation>(operation: O, ...given: ArgumentsOf<O>): AsyncGenerator<ItemOf<O>, void>;
}
