import type { JobHandler } from '@scheduler/contracts';
import type { Bind, BindWhenOnFluentSyntax, Newable } from 'inversify';
import { SCHEDULER_HANDLERS } from './tokens.js';

/**
 * Binds a handler class under the tag, as a singleton. Its constructor may inject what it needs.
 *
 * @example
 * new ContainerModule(({ bind }) => {
 *   bindHandler(bind, ExportReportHandler);
 * });
 */
export function bindHandler(bind: Bind, handler: Newable<JobHandler>): BindWhenOnFluentSyntax<JobHandler> {
  return bind(SCHEDULER_HANDLERS).to(handler).inSingletonScope();
}
