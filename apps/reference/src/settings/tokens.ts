import type { IdGenerator, ScheduleDefinition } from '@scheduler/contracts';
import type { ServiceIdentifier } from 'inversify';
import type { FulfilmentService } from '../domains/fulfilment/fulfilment.service.js';
import type { KnowledgeBase } from '../domains/knowledge-base/knowledge-base.service.js';
import type { HealthProbe } from '../domains/maintenance/health.service.js';
import type { OnboardingService } from '../domains/onboarding/onboarding.service.js';
import type { AppStore } from '../domains/shared/app-store.js';
import type { DeclaredEventHandler } from '../domains/shared/declared-event-handler.js';
import type { Expiring } from '../domains/shared/retention.js';
import type { TicketService } from '../domains/tickets/ticket.service.js';
import type { ReferenceConfig } from './reference-config.js';

/** What the application knows about a domain: enough to declare its schedules and to tell its jobs apart. */
export interface Domain {
  readonly name: string;
  readonly types: readonly string[];
  /** The names of its workflows. Default: it has none. */
  readonly workflows?: readonly string[];
  readonly schedules: readonly ScheduleDefinition[];
  /** Those that run every few seconds, for somebody who watches. */
  readonly demoSchedules: readonly ScheduleDefinition[];
  /** What it wants to be done about events. Default: nothing. */
  readonly eventHandlers?: readonly DeclaredEventHandler[];
}

function token<TService>(name: string): ServiceIdentifier<TService> {
  return Symbol.for(`reference.${name}`);
}

export const REFERENCE_CONFIG = token<ReferenceConfig>('config');
export const APP_STORE = token<AppStore>('app_store');
export const APP_IDS = token<IdGenerator>('app_ids');
export const TICKET_SERVICE = token<TicketService>('ticket_service');
export const ONBOARDING_SERVICE = token<OnboardingService>('onboarding_service');
export const FULFILMENT_SERVICE = token<FulfilmentService>('fulfilment_service');
export const KNOWLEDGE_BASE = token<KnowledgeBase>('knowledge_base');

/** Tags: each domain adds its own. */
export const DOMAINS = token<Domain>('domains');
export const EXPIRING = token<Expiring>('expiring');
export const HEALTH_PROBES = token<HealthProbe>('health_probes');
