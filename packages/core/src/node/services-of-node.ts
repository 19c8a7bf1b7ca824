import type { EventBus, EventTriggers, Scheduler, StoreMigrations } from '@scheduler/contracts';
import type { Alerts } from '../alerts/alerts.js';
import type { Access } from '../access/access.js';
import type { Circuits } from '../policies/circuits/circuits.js';
import type { DeclaredJobs } from '../define/declared/declared-jobs.js';
import type { DeadLetters } from '../maintain/dead-letters/dead-letters.js';
import type { QueueControl } from '../work/queues/queue-control.js';
import type { RateLimits } from '../policies/rate-limits/rate-limits.js';
import type { Statistics } from '../reports/statistics/statistics.js';
import type { EventHistory } from '../event-log/event-history.js';
import type { EventReaders } from '../event-log/readers/event-readers.js';
import type { NodeServices } from './node-services.js';

/** The services of a node, as its properties. */
export abstract class ServicesOfNode {
  protected abstract readonly services: NodeServices;

  get migrations(): StoreMigrations | null {
    return this.services.migrations;
  }

  get scheduler(): Scheduler {
    return this.services.scheduler;
  }

  get declared(): DeclaredJobs {
    return this.services.declared;
  }

  get queues(): QueueControl {
    return this.services.queues;
  }

  get deadLetters(): DeadLetters {
    return this.services.deadLetters;
  }

  get rateLimits(): RateLimits {
    return this.services.rateLimits;
  }

  get circuits(): Circuits {
    return this.services.circuits;
  }

  get access(): Access {
    return this.services.access;
  }

  get eventLog(): EventHistory {
    return this.services.eventLog;
  }

  get eventReaders(): EventReaders {
    return this.services.eventReaders;
  }

  get alerts(): Alerts {
    return this.services.alerts;
  }

  get statistics(): Statistics {
    return this.services.statistics;
  }

  get events(): EventBus {
    return this.services.events;
  }

  get eventTriggers(): EventTriggers {
    return this.services.scheduler;
  }
}
