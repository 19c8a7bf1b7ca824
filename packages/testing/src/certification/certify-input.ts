import { readCertifiedFault } from './certified-fault.js';

/** @throws TypeError or RangeError that names the option and what is accepted */
export function checkCertifyOptions(options: unknown): void {
  const given = (options ?? {}) as Readonly<Record<string, unknown>>;
  for (const name of ['world', 'handler'])
    if (typeof given[name] !== 'function')
      throw new TypeError(
        `${name} is ${typeof given[name]}: it must be a function, such as ${
          name === 'world'
            ? 'world: () => ({ payments: recordingService() })'
            : 'handler: ({ payments }) => new ChargeCard(payments)'
        }`,
      );
  for (const name of ['effects', 'meanwhile'])
    if (given[name] !== undefined && typeof given[name] !== 'function')
      throw new TypeError(`${name} is ${typeof given[name]}: it must be a function (world) => …`);
  const { seeds = 1, only, type = '' } = given;
  if (typeof seeds !== 'number' || !Number.isInteger(seeds) || seeds < 0 || seeds > 100_000)
    throw new RangeError(`seeds is ${String(seeds)}: it must be a whole number from 0 to 100,000`);
  if (typeof type !== 'string') throw new TypeError(`type is ${typeof type}: it must be a job type`);
  if (only !== undefined) readCertifiedFault(String(only));
}
