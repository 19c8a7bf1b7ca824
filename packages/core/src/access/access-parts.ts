import type { Clock, IdGenerator, Logger } from '@scheduler/contracts';
import type { AccessRepository, StoreTime } from '@scheduler/contracts/adapter';
import type { SecretSource } from '../system/system-secrets.js';

export interface AccessParts {
  readonly access: AccessRepository;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly logger: Logger;
  readonly secrets: SecretSource;
  readonly storeTime: Pick<StoreTime, 'now'>;
}
