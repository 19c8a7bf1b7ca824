import type { EventHandler } from '@scheduler/contracts';
import type { Column } from '../output/table.js';
import { styled } from '../output/text.js';
import { relativeTime } from '../output/times.js';

export function eventHandlerColumns(now: Date): readonly Column<EventHandler>[] {
  return [
    { header: 'ID', cell: ({ id }) => id, fixed: true },
    { header: 'EVENT', cell: ({ eventName }) => eventName },
    { header: 'NAME', cell: ({ name }) => name },
    { header: 'DOES', cell: describeAction },
    { header: 'PRIORITY', cell: ({ priority }) => String(priority), align: 'right' },
    { header: 'ENABLED', cell: ({ enabled }) => (enabled ? 'yes' : styled('yellow', 'no')) },
    { header: 'TRIGGERED', cell: ({ triggerCount }) => String(triggerCount), align: 'right' },
    {
      header: 'FAILED',
      cell: ({ failureCount }) => (failureCount === 0 ? '0' : styled('red', String(failureCount))),
      align: 'right',
    },
    {
      header: 'LAST',
      cell: ({ lastTriggeredAt }) => (lastTriggeredAt === null ? '-' : relativeTime(lastTriggeredAt, now)),
    },
    { header: 'LAST ERROR', cell: ({ lastError }) => lastError ?? '-' },
  ];
}

/** A short description of the action, such as `create_job triage_ticket`. */
export function describeAction({ action }: EventHandler): string {
  if (action === null) return 'function';
  switch (action.kind) {
    case 'create_job':
      return `create_job ${action.definition.type}`;
    case 'enqueue':
      return `enqueue ${action.request.type}`;
    case 'dispatch_agent':
      return `dispatch_agent ${action.agent}`;
    case 'trigger_workflow':
      return `trigger_workflow ${action.workflow}`;
    default:
      return 'cannot be read';
  }
}
