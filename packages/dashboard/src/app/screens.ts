import { type ComponentType, type JSX } from 'preact';
import { lazy } from 'preact-iso';
import { may } from '../api/session.js';

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
    path: 'executions',
    nav: 'Executions',
    isOffered: () => may('executions:read'),
    component: screen(() =>
      import('../screens/executions/index.js').then((module) => module.ExecutionsScreen),
    ),
  },
  {
    path: 'executions/:id',
    isOffered: () => may('executions:read'),
    component: screen(() => import('../screens/execution/index.js').then((module) => module.ExecutionScreen)),
  },
];
