import type { CompleteStore } from '@scheduler/contracts';
import { type EventLog, OPTIONAL_PORTS, type OptionalPort } from '@scheduler/contracts/adapter';
import type { SchedulerConfig } from '../config/scheduler-config.js';
import { COUNTED_QUOTAS, hasQuota } from '../policies/quotas/quotas-of-tenant.js';
import { refusingPort, StorePorts } from '../support/store-ports.js';
import type { NodeParts } from './node-parts.js';

/** The parts of a node in which a port that the store does not have is one that refuses every call. */
export interface PresentParts
  extends Omit<NodeParts, OptionalPort>, Required<Pick<CompleteStore, Exclude<OptionalPort, 'eventLog'>>> {
  readonly eventLog: EventLog;
  readonly ports: StorePorts;
}

/** Throws FeatureNotSupported where the configuration needs a port that the store does not have. */
export function withPresentPorts(parts: NodeParts): PresentParts {
  const { store } = parts;
  const missing = OPTIONAL_PORTS.filter((port) => (parts[port] ?? null) === null);
  const ports = new StorePorts(store, new Set(missing));
  for (const port of portsNeededBy(parts.config)) ports.require(port);
  if (parts.workflowEngine !== undefined) ports.require('workflows');
  if ((parts.eventReaders ?? []).length > 0) ports.require('eventLog');
  return {
    ...parts,
    statistics: parts.statistics ?? refusingPort('statistics', store),
    circuits: parts.circuits ?? refusingPort('circuits', store),
    rateLimits: parts.rateLimits ?? refusingPort('rateLimits', store),
    eventHandlers: parts.eventHandlers ?? refusingPort('eventHandlers', store),
    workflows: parts.workflows ?? refusingPort('workflows', store),
    access: parts.access ?? {
      apiKeys: refusingPort('access', store),
      auditLog: refusingPort('access', store),
      idempotency: refusingPort('access', store),
    },
    alerts: parts.alerts ?? {
      rules: refusingPort('alerts', store),
      alerts: refusingPort('alerts', store),
      silences: refusingPort('alerts', store),
    },
    tenantUsage: parts.tenantUsage ?? refusingPort('tenantUsage', store),
    eventLog: parts.eventLog ?? refusingPort('eventLog', store),
    ports,
  };
}

/** The optional ports that a configuration cannot do without. */
export function portsNeededBy({ circuits, rateLimits, quotas }: SchedulerConfig): readonly OptionalPort[] {
  const { global, queues, types, custom } = rateLimits;
  const isLimited = global !== null || [queues, types, custom].some((limits) => hasAny(limits));
  return [
    ...(isLimited ? ['rateLimits' as const] : []),
    ...(hasAny(circuits) ? ['circuits' as const] : []),
    ...(hasQuota(quotas, COUNTED_QUOTAS) ? ['tenantUsage' as const] : []),
  ];
}

function hasAny(record: object): boolean {
  return Object.keys(record).length > 0;
}
