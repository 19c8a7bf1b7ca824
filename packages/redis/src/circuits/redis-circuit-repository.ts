import { type Circuit, StoreUnavailable } from '@scheduler/contracts';
import {
  type AdmitThroughCircuit,
  admitTrials,
  type CircuitAdmission,
  type CircuitChange,
  type CircuitRepository,
  closedCircuit,
  type RecordInCircuit,
  reportToCircuit,
  resetCircuit,
} from '@scheduler/contracts/adapter';
import { script, type Scripts } from '../connection/script.js';
import { deleteOwned } from '../database/delete-owned.js';
import { circuitFromJson, circuitToJson } from './circuit-json.js';

export interface RedisCircuitRepositoryOptions {
  readonly scripts: Scripts;
  /** One hash for all circuits. */
  readonly key: string;
}

/** How often a change is repeated after a concurrent change. One of the concurrent changes succeeds each time. */
const MAX_ATTEMPTS = 100;

const ALL = script(`return redis.call('HGETALL', KEYS[1])`);
const READ = script(`return { now_ms(), redis.call('HGET', KEYS[1], ARGV[1]) or '' }`);
/** Arguments: the name of the circuit, its JSON as it was read, its new JSON. Returns 0 if it was changed meanwhile. */
const REPLACE = script(`
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
`);

interface Stored {
  readonly circuit: Circuit;
  /** The JSON as it was read. Empty: the circuit is not stored. */
  readonly text: string;
  readonly now: Date;
}

/** Keeps circuits in one hash. A change is decided here, and written only if the circuit is still as it was read. */
export class RedisCircuitRepository implements CircuitRepository {
  constructor(private readonly options: RedisCircuitRepositoryOptions) {}

  async states(): Promise<readonly Circuit[]> {
    const fields = (await this.run(ALL, [])) as readonly string[];
    const circuits: Circuit[] = [];
    for (let index = 0; index < fields.length; index += 2)
      circuits.push(circuitFromJson(fields[index] ?? '', fields[index + 1] ?? ''));
    return circuits.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async admit({ name, ...terms }: AdmitThroughCircuit): Promise<CircuitAdmission> {
    const [change, answer] = await this.change(name, ({ circuit, now }) => {
      const { circuit: after, ...admission } = admitTrials(circuit, { ...terms, now });
      return [after, admission];
    });
    return { ...change, ...answer };
  }

  async record({ name, ...report }: RecordInCircuit): Promise<CircuitChange> {
    const [change] = await this.change(name, ({ circuit, now }) => [
      reportToCircuit(circuit, { ...report, now }),
      null,
    ]);
    return change;
  }

  async reset({ name }: { readonly name: string }): Promise<CircuitChange | null> {
    const [change, isKnown] = await this.change(name, ({ circuit, text }) =>
      text === '' ? [circuit, false] : [resetCircuit(circuit), true],
    );
    return isKnown ? change : null;
  }

  deleteOfTenant({ tenant }: { readonly tenant: string }): Promise<number> {
    return deleteOwned(this.options, tenant);
  }

  private async change<TAnswer>(
    name: string,
    decide: (stored: Stored) => readonly [Circuit, TAnswer],
  ): Promise<readonly [CircuitChange, TAnswer]> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const stored = await this.read(name);
      const [circuit, answer] = decide(stored);
      const isWritten =
        circuit === stored.circuit ||
        (await this.run(REPLACE, [name, stored.text, circuitToJson(circuit)])) === 1;
      if (isWritten) return [{ before: stored.circuit.state, circuit }, answer];
    }
    throw new StoreUnavailable('redis', `the circuit ${name} has too many concurrent changes`, {
      wayOut: 'try again',
    });
  }

  private async read(name: string): Promise<Stored> {
    const [now, text] = (await this.run(READ, [name])) as [number, string];
    const circuit = text === '' ? closedCircuit(name) : circuitFromJson(name, text);
    return { circuit, text, now: new Date(now) };
  }

  private run(step: ReturnType<typeof script>, args: readonly (string | number)[]): Promise<unknown> {
    const { scripts, key } = this.options;
    return scripts.run(step, { keys: [key], args });
  }
}
