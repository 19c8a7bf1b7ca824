import type { DeclaredEventHandler } from '../shared/declared-event-handler.js';
import { ONBOARD_USER } from './onboard-user.workflow.js';

export const USER_REGISTERED = 'user:registered';

/** The code that signs up users does not depend on what follows. */
export const onboardingEventHandlers: readonly DeclaredEventHandler[] = [
  {
    eventName: USER_REGISTERED,
    name: 'onboard-new-users',
    action: { kind: 'trigger_workflow', workflow: ONBOARD_USER },
  },
];
