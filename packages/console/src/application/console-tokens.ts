/** The token under which a container holds its SchedulerNode. */
export const SCHEDULER_NODE: unique symbol = Symbol.for('scheduler.node') as never;

/** The tag under which an application binds its own commands. */
export const CONSOLE_COMMANDS: unique symbol = Symbol.for('scheduler.commands') as never;

/** The token under which an application may bind a ready hook: a function that is called with the node once its store is open. */
export const CONSOLE_READY: unique symbol = Symbol.for('scheduler.ready') as never;

/** The token under which an application may bind how `serve` serves its API: the options of `createHandler`, or a function (node) => options. */
export const CONSOLE_HTTP: unique symbol = Symbol.for('scheduler.http') as never;
