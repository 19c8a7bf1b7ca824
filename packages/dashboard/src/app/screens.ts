import { type ComponentType, type JSX } from 'preact';
import { lazy } from 'preact-iso';
import { may, seesAllTenants } from '../api/session.js';

export interface Screen {
  /** Below the root of the dashboard, with parameters such as `:id`. */
  readonly path: string;
  /** Its entry in the navigation. Missing: it is reached from another screen. */
  readonly nav?: string;
  /** Whether one may see it; what one may not see is not offered. */
  readonly isOffered: () => boolean;
  readonly component: ComponentType<{ readonly params: Readonly<Record<string, string>> }>;
}

type Loader = () => Promise<ComponentType<never>>;

/** Each screen is a file of its own, loaded when it is opened first. */
const screen = (load: Loader) => lazy(load as () => Promise<() => JSX.Element>) as Screen['component'];

/** All screens, in the order of the navigation. A new screen needs an entry here and nothing else. */
export const SCREENS: readonly Screen[] = [
  {
    path: '',
    nav: 'Overview',
    isOffered: () => may('metrics:read') || may('executions:read'),
    component: screen(() => import('../screens/overview/index.js').then((module) => module.OverviewScreen)),
  },
  {
    path: 'executions',
    nav: 'Executions',
    isOffered: () => may('executions:read'),
    component: screen(() =>
      import('../screens/executions/index.js').then((module) => module.ExecutionsScreen),
    ),
  },
  {
    path: 'jobs',
    nav: 'Jobs',
    isOffered: () => may('jobs:read'),
    component: screen(() => import('../screens/jobs/index.js').then((module) => module.JobsScreen)),
  },
  {
    path: 'jobs/:id',
    isOffered: () => may('jobs:read'),
    component: screen(() => import('../screens/job/index.js').then((module) => module.JobScreen)),
  },
  {
    path: 'executions/:id',
    isOffered: () => may('executions:read'),
    component: screen(() => import('../screens/execution/index.js').then((module) => module.ExecutionScreen)),
  },
  {
    path: 'dead-letters',
    nav: 'Dead letters',
    isOffered: () => may('dead_letters:read'),
    component: screen(() =>
      import('../screens/dead-letters/index.js').then((module) => module.DeadLettersScreen),
    ),
  },
  {
    path: 'alerts',
    nav: 'Alerts',
    isOffered: () => may('alerts:read'),
    component: screen(() => import('../screens/alerts/index.js').then((module) => module.AlertsScreen)),
  },
  {
    path: 'forecast',
    nav: 'Forecast',
    isOffered: () => may('jobs:read'),
    component: screen(() => import('../screens/forecast/index.js').then((module) => module.ForecastScreen)),
  },
  {
    path: 'simulator',
    nav: 'Simulator',
    isOffered: () => true,
    component: screen(() => import('../screens/simulator/index.js').then((module) => module.SimulatorScreen)),
  },
  {
    path: 'queues',
    nav: 'Queues and nodes',
    isOffered: () => may('executions:read') || (seesAllTenants() && may('queues:read')),
    component: screen(() => import('../screens/queues/index.js').then((module) => module.QueuesScreen)),
  },
  {
    path: 'workflows',
    nav: 'Workflows',
    isOffered: () => may('workflows:read'),
    component: screen(() => import('../screens/workflows/index.js').then((module) => module.WorkflowsScreen)),
  },
  {
    path: 'workflows/:id',
    isOffered: () => may('workflows:read'),
    component: screen(() =>
      import('../screens/workflow-run/index.js').then((module) => module.WorkflowRunScreen),
    ),
  },
  {
    path: 'events',
    nav: 'Events',
    isOffered: () => may('events:read'),
    component: screen(() => import('../screens/events/index.js').then((module) => module.EventsScreen)),
  },
  {
    path: 'audit',
    nav: 'Audit',
    isOffered: () => may('audit:read'),
    component: screen(() => import('../screens/audit/index.js').then((module) => module.AuditScreen)),
  },
  {
    path: 'limits',
    nav: 'Circuits and limits',
    isOffered: () => may('circuits:read') || may('limits:read'),
    component: screen(() => import('../screens/limits/index.js').then((module) => module.LimitsScreen)),
  },
  {
    path: 'settings',
    nav: 'Keys and health',
    isOffered: () => may('metrics:read') || may('keys:read'),
    component: screen(() => import('../screens/settings/index.js').then((module) => module.SettingsScreen)),
  },
];
