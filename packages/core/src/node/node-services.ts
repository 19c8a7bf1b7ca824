import type { EventBus, Scheduler, StoreMigrations } from '@scheduler/contracts';
import type { Alerts } from '../alerts/alerts.js';
import type { Access } from '../access/access.js';
import type { DeclaredJobs } from '../define/declared/declared-jobs.js';
import type { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import type { Lifeline } from '../maintain/lease-maintenance.js';
import type { Circuits } from '../policies/circuits/circuits.js';
import type { RateLimits } from '../policies/rate-limits/rate-limits.js';
import type { Statistics } from '../reports/statistics/statistics.js';
import type { QueueControl } from '../work/queues/queue-control.js';
import type { EventHistory } from '../event-log/event-history.js';
import type { EventReaders } from '../event-log/readers/event-readers.js';
import type { NodeLeadership } from './node-leadership.js';
import type { NodeLifetime } from './node-lifetime.js';
import { openFirst } from './open-first.js';
import type { WiredNode } from './wire-node.js';

/** What a node offers to its program. Every method opens the store if need be, and is refused once the node has stopped. */
export interface NodeServices {
  readonly scheduler: Scheduler;
  readonly declared: DeclaredJobs;
  readonly queues: QueueControl;
  readonly deadLetters: DeadLetters;
  readonly rateLimits: RateLimits;
  readonly circuits: Circuits;
  readonly access: Access;
  readonly eventLog: EventHistory;
  readonly eventReaders: EventReaders;
  readonly alerts: Alerts;
  readonly statistics: Statistics;
  readonly events: EventBus;
  readonly leadership: NodeLeadership;
  readonly lifeline: Lifeline;
  readonly migrations: StoreMigrations | null;
}

interface Services {
  readonly wired: WiredNode;
  readonly leadership: NodeLeadership;
  readonly migrations: StoreMigrations | null;
}

export function nodeServices(
  { wired, leadership, migrations }: Services,
  lifetime: NodeLifetime,
): NodeServices {
  return {
    // A health check reports that the store is not open; it is not refused.
    scheduler: openFirst<Scheduler>(wired.manager, lifetime, { forTenant: 'scoped', healthCheck: 'plain' }),
    declared: openFirst(wired.declared, lifetime, {}),
    queues: openFirst(wired.queues, lifetime, {}),
    deadLetters: openFirst(wired.deadLetters, lifetime, { forTenant: 'scoped' }),
    rateLimits: openFirst(wired.rateLimits, lifetime, {}),
    circuits: openFirst(wired.circuits, lifetime, { register: 'plain' }),
    access: {
      apiKeys: openFirst(wired.access.apiKeys, lifetime, {}),
      auditLog: openFirst(wired.access.auditLog, lifetime, {}),
      idempotency: openFirst(wired.access.idempotency, lifetime, {}),
    },
    eventLog: openFirst(wired.eventLog, lifetime, { follow: 'plain' }),
    eventReaders: openFirst(wired.eventReaders, lifetime, {}),
    alerts: openFirst(wired.alerts, lifetime, { forTenant: 'scoped' }),
    statistics: openFirst(wired.statistics, lifetime, { forTenant: 'scoped' }),
    events: openFirst(wired.events, lifetime, { subscribe: 'plain', wants: 'plain' }),
    leadership: openFirst(leadership, lifetime, { isLeader: 'plain', onChange: 'plain' }),
    lifeline: openFirst(wired.lifeline, lifetime, {}),
    migrations: migrations === null ? null : openFirst(migrations, beforeOpening(lifetime), {}),
  };
}

/** Migrations run before the store can be opened. */
function beforeOpening(lifetime: NodeLifetime): Pick<NodeLifetime, 'admit'> {
  return {
    admit: (operation) => {
      lifetime.refuseWhenStopped(operation);
      return null;
    },
  };
}
