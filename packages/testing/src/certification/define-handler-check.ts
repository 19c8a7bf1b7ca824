import type { CertificationReport } from './certification-report.js';
import { certifyHandler, type CertifyOptions } from './certify-handler.js';
import { checkCertifyOptions } from './certify-input.js';

/** A certification that `scheduler handler:check <type>` runs, and tests too. */
export interface HandlerCheck {
  readonly type: string;
  /** `payload`, `seeds` and `only` stand in for those of the definition. */
  run(overrides?: HandlerCheckOverrides): Promise<CertificationReport>;
}

export interface HandlerCheckOverrides {
  readonly payload?: unknown;
  readonly seeds?: number;
  readonly only?: string;
}

/**
 * Describes how to certify the handler of a job type, for the console and for tests.
 *
 * @example
 * export default defineHandlerCheck({
 *   type: 'charge_card',
 *   world: () => ({ payments: recordingService() }),
 *   handler: ({ payments }) => new ChargeCard(payments),
 *   payload: { order: 'A1' },
 * });
 */
export function defineHandlerCheck<TWorld extends object, TPayload>(
  definition: CertifyOptions<TWorld, TPayload> & { readonly type: string },
): HandlerCheck {
  checkCertifyOptions(definition);
  if (typeof definition.type !== 'string' || definition.type === '')
    throw new TypeError('type is missing: it must be the job type that the check is for');
  return {
    type: definition.type,
    run: (overrides = {}) =>
      certifyHandler({ ...definition, ...overrides } as CertifyOptions<TWorld, TPayload>),
  };
}
