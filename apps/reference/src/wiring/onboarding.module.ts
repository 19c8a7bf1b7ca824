import { join } from 'node:path';
import { CLOCK, SCHEDULER, SCHEDULER_HANDLERS } from '@scheduler/inversify';
import { bindWorkflows } from '@scheduler/inversify/workflows';
import { ContainerModule } from 'inversify';
import { dailyMails, demoMails } from '../domains/onboarding/mail-pacing.js';
import { ONBOARD_USER, onboardUser } from '../domains/onboarding/onboard-user.workflow.js';
import { onboardingEventHandlers } from '../domains/onboarding/onboarding.events.js';
import { OnboardingService } from '../domains/onboarding/onboarding.service.js';
import { SEND_DRIP_MAIL, SendDripMailHandler } from '../domains/onboarding/send-drip-mail.handler.js';
import { users } from '../domains/onboarding/users.js';
import { Outbox } from '../domains/shared/outbox.js';
import { ExpiringFiles } from '../domains/shared/retention.js';
import type { Pace } from '../settings/reference-config.js';
import {
  APP_IDS,
  APP_STORE,
  DOMAINS,
  EXPIRING,
  ONBOARDING_SERVICE,
  REFERENCE_CONFIG,
} from '../settings/tokens.js';

/** At demo pace the mails of a week are sent within seconds. */
export function onboardingModule(pace: Pace): ContainerModule {
  return new ContainerModule(({ bind }) => {
    // No schedule is declared: every user gets a run of the workflow.
    bind(DOMAINS).toConstantValue({
      name: 'onboarding',
      types: [SEND_DRIP_MAIL],
      workflows: [ONBOARD_USER],
      schedules: [],
      demoSchedules: [],
      eventHandlers: onboardingEventHandlers,
    });
    bindWorkflows(bind, onboardUser(pace === 'demo' ? demoMails : dailyMails));
    bind(SCHEDULER_HANDLERS)
      .toResolvedValue(
        ({ dataDir }) => new SendDripMailHandler(new Outbox(outboxFolder(dataDir), 'eml')),
        [REFERENCE_CONFIG],
      )
      .inSingletonScope();
    bind(ONBOARDING_SERVICE)
      .toResolvedValue(
        (store, scheduler, clock, ids) =>
          new OnboardingService({ users: users(store), scheduler, clock, ids }),
        [APP_STORE, SCHEDULER, CLOCK, APP_IDS],
      )
      .inSingletonScope();
    bind(EXPIRING).toResolvedValue(
      ({ dataDir }) => new ExpiringFiles('mails', outboxFolder(dataDir)),
      [REFERENCE_CONFIG],
    );
  });
}

function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}
