import { z } from 'zod';
import { jsonObject } from '../fields/json-fields.js';

/** What a stored event handler does. Its inside has the form that handlers have in code, and is checked by the scheduler. */
export const eventAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('create_job'), definition: jsonObject }),
  z.strictObject({ kind: z.literal('enqueue'), request: jsonObject }),
  z.looseObject({ kind: z.literal('trigger_workflow'), workflow: z.string() }),
  z.looseObject({ kind: z.literal('dispatch_agent'), agent: z.string() }),
]);

/** The job type, agent or workflow that the application is asked about. */
export function usedByAction(action: z.output<typeof eventAction>): string {
  switch (action.kind) {
    case 'create_job':
      return String(action.definition['type']);
    case 'enqueue':
      return String(action.request['type']);
    case 'trigger_workflow':
      return `workflow:${action.workflow}`;
    case 'dispatch_agent':
      return `agent:${action.agent}`;
  }
}
