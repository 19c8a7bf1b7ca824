import type { SchedulerNode } from '@scheduler/core';

/** The address of a job or an execution in the dashboard. Null: nobody has configured where the dashboard is. */
export function dashboardLink(
  { config }: Pick<SchedulerNode, 'config'>,
  screen: 'jobs' | 'executions',
  id: string,
): string | null {
  const { dashboardUrl } = config.http;
  if (dashboardUrl === null) return null;
  return `${dashboardUrl.replace(/\/+$/, '')}/${screen}/${encodeURIComponent(id)}`;
}
