export { createHandler, type SchedulerHandler } from './handler/create-handler.js';
export type { AccessOptions, HandlerOptions, ReportedError } from './handler/handler-options.js';
export type { LimitsInput } from './handler/limits.js';
export type { Authenticator, ConnectionInfo } from './access/connection.js';
export { bearerToken, equalSecrets } from './access/bearer-token.js';
export type { Principal } from './access/principal.js';
export { HttpError, type HttpErrorCode, type HttpErrorOptions } from './problems/http-error.js';
export type { Problem } from './problems/problem.js';
