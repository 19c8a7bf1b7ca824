import { FeatureNotSupported } from '../errors/errors.js';
import type { OptionalPorts } from './store.js';

export type OptionalPort = keyof OptionalPorts;

interface Feature {
  /** What a user loses without the port, as the subject of a sentence. */
  readonly feature: string;
  /** What a user can leave out to do without the port. */
  readonly leaveOut: string;
}

const FEATURES: Readonly<Record<OptionalPort, Feature>> = {
  statistics: { feature: 'reading statistics and metrics', leaveOut: 'count the history instead' },
  circuits: { feature: 'a circuit', leaveOut: 'leave the circuits out of configuration and jobs' },
  rateLimits: { feature: 'a rate limit', leaveOut: 'leave the rate limits out of the configuration' },
  eventHandlers: {
    feature: 'an event of the application',
    leaveOut: 'schedule or enqueue the work where the event happens',
  },
  workflows: { feature: 'a workflow', leaveOut: 'enqueue one job after the other in handlers' },
  access: {
    feature: 'an API key, an audit record or an idempotency key',
    leaveOut: 'authenticate with credentials of the application',
  },
  tenantUsage: {
    feature: 'a quota of jobs, waiting executions or workflows',
    leaveOut: 'leave these quotas out of the configuration',
  },
  alerts: {
    feature: 'a rule of alerts, an alert or a silence',
    leaveOut: 'watch the metrics of @scheduler/telemetry instead',
  },
  eventLog: {
    feature: 'reading the event log',
    leaveOut: 'read jobs and executions instead',
  },
};

/** Ports that a store which can have them has only where it is told to. */
const WAYS_OUT: Readonly<Partial<Record<OptionalPort, string>>> = {
  eventLog: 'switch the event log of the store on, such as by { eventLog: true }',
};

export const OPTIONAL_PORTS = Object.keys(FEATURES) as readonly OptionalPort[];

/** The error for everything that needs a port which the store does not have. */
export function missingPort(port: OptionalPort, storeName: string): FeatureNotSupported {
  const { feature, leaveOut } = FEATURES[port];
  return new FeatureNotSupported(
    feature,
    `the store ${storeName}`,
    `${leaveOut}, or ${WAYS_OUT[port] ?? `use a store with the port ${port}`}`,
  );
}
