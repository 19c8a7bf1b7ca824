import type { ExecutionError } from '../executions/execution.js';

/** An error without its stack. */
export type ErrorMessage = Pick<ExecutionError, 'name' | 'message' | 'code'>;
