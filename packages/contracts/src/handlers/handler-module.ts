import { FeatureNotSupported, ScheduleInvalid } from '../errors/errors.js';

/** The file of a module: an absolute path, or a URL that begins with `file:`, such as `new URL('./resize.js', import.meta.url)`. */
export type HandlerModule = string | { readonly href: string };

/** Where a handler runs, as it says itself. */
export interface HandlerPlace {
  readonly runIn?: 'thread';
  readonly module?: HandlerModule;
}

const ABSOLUTE = /^(?:\/|\\\\|[A-Za-z]:[\\/]|file:\/\/)/;
const MODULE_RULE =
  "the absolute path of a module, or its URL, such as require.resolve('./resize.js') or new URL('./resize.js', import.meta.url)";

/** The path or URL of the module in which a handler runs. Null: it runs in the thread of its node. Throws ScheduleInvalid for anything else. */
export function moduleOfHandler({ runIn, module }: HandlerPlace): string | null {
  if (runIn === undefined) {
    if (module === undefined) return null;
    throw new ScheduleInvalid({
      field: 'handler.module',
      value: module,
      problem: "is only for handlers with runIn: 'thread'",
    });
  }
  if (runIn !== 'thread')
    throw new ScheduleInvalid({
      field: 'handler.runIn',
      value: runIn,
      problem: 'is not known',
      accepted: "'thread', or nothing for the thread of the node",
    });
  const path = typeof module === 'object' && module !== null ? module.href : module;
  if (typeof path === 'string' && ABSOLUTE.test(path)) return path;
  throw new ScheduleInvalid({
    field: 'handler.module',
    value: path,
    problem:
      path === undefined
        ? 'is missing: a function cannot be sent to a thread'
        : 'is not the path of a module',
    accepted: MODULE_RULE,
  });
}

/** The `handle` of a handler whose code is in a module: only a node starts threads. */
export function handledInThread(): never {
  throw new FeatureNotSupported(
    'calling a handler that runs in a thread',
    'this caller',
    'a node runs it; call the function that its module exports',
  );
}
