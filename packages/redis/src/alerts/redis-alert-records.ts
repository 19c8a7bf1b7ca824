import {
  type AlertKind,
  type AlertRecord,
  type AlertRecords,
  checkScope,
  isInScope,
  type ListAlertRecords,
} from '@scheduler/contracts/adapter';
import { idOfMember, memberOf, newestMembers } from '../access/time-index.js';
import { inChunks } from '../database/in-chunks.js';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { ADD_RECORD, DELETE_RECORDS, SAVE_RECORD } from './alert-steps.js';

type Requests<TRecord extends AlertRecord> = {
  readonly [TVerb in keyof AlertRecords<TRecord>]: Parameters<AlertRecords<TRecord>[TVerb]>[0];
};

const READ_AT_ONCE = 500;

/** Records of alerts of one kind on Redis. */
export class RedisAlertRecords<TRecord extends AlertRecord> implements AlertRecords<TRecord> {
  constructor(
    private readonly database: RedisDatabase,
    private readonly kind: AlertKind<TRecord>,
  ) {}

  async add({ record }: Requests<TRecord>['add']): Promise<boolean> {
    return this.isDone(await this.database.run(ADD_RECORD, [this.kind.name, ...this.argsOf(record)]));
  }

  async save({ record, expectedRevision }: Requests<TRecord>['save']): Promise<boolean> {
    const args = [this.kind.name, expectedRevision, ...this.argsOf(record)];
    return this.isDone(await this.database.run(SAVE_RECORD, args));
  }

  async delete({ id, expectedRevision }: Requests<TRecord>['delete']): Promise<boolean> {
    return this.isDone(await this.database.run(DELETE_RECORDS, [this.kind.name, expectedRevision, 1, id]));
  }

  async get({ id, tenant }: Requests<TRecord>['get']): Promise<TRecord | null> {
    const [record] = await this.read([id]);
    return record !== undefined && isInScope(record, tenant) ? record : null;
  }

  /** Goes through the records of the tenant and the statuses until enough of them match. */
  async list({ tenant, limit, statuses, rule, after }: ListAlertRecords): Promise<readonly TRecord[]> {
    const scope = checkScope(tenant);
    const of = scope === null ? '' : `of:${scope}`;
    const indexes =
      statuses === undefined || statuses.length === 0
        ? [of === '' ? 'all' : of]
        : [...new Set(statuses)].map((status) => (of === '' ? `is:${status}` : `is:${status}:${of}`));
    const found: TRecord[] = [];
    let from = after === undefined ? undefined : memberOf(after.createdAt, after.id);
    while (found.length < limit) {
      const members = await this.newestOf(indexes, from);
      for (const record of await this.read(members.map(idOfMember)))
        if (found.length < limit && (rule === undefined || this.kind.marksOf(record).rule === rule))
          found.push(record);
      if (members.length < READ_AT_ONCE) break;
      from = members.at(-1);
    }
    return found;
  }

  async prune({ before, limit }: Requests<TRecord>['prune']): Promise<number> {
    const ending = this.database.key(`alerts:${this.kind.name}:ending`);
    const ids = await this.database.redis.zrangebyscore(
      ending,
      '-inf',
      `(${before.getTime()}`,
      'LIMIT',
      0,
      limit,
    );
    return this.deleteAll(ids);
  }

  async deleteOfTenant({ tenant, limit }: Requests<TRecord>['deleteOfTenant']): Promise<number> {
    const members = await newestMembers(this.database, {
      index: `alerts:${this.kind.name}:of:${tenant}`,
      after: undefined,
      limit,
    });
    return this.deleteAll(members.map(idOfMember));
  }

  /** The newest members of several indexes together. */
  private async newestOf(indexes: readonly string[], after: string | undefined): Promise<readonly string[]> {
    const lists = await Promise.all(
      indexes.map((index) =>
        newestMembers(this.database, {
          index: `alerts:${this.kind.name}:${index}`,
          after,
          limit: READ_AT_ONCE,
        }),
      ),
    );
    return lists
      .flat()
      .sort((a, b) => (a < b ? 1 : -1))
      .slice(0, READ_AT_ONCE);
  }

  private async deleteAll(ids: readonly string[]): Promise<number> {
    let deleted = 0;
    for (const chunk of inChunks(ids))
      deleted += Number(
        await this.database.run(DELETE_RECORDS, [this.kind.name, '', chunk.length, ...chunk]),
      );
    return deleted;
  }

  private async read(ids: readonly string[]): Promise<readonly TRecord[]> {
    const { redis, base } = this.database;
    const texts = await pipelined<string, string | null>(redis, ids, (pipeline, id) =>
      pipeline.hget(`${base}alerts:${this.kind.name}:at:${id}`, 'body'),
    );
    return texts.flatMap((text) => (text === null ? [] : [this.kind.fromJson(text)]));
  }

  /** As the scripts read a record. */
  private argsOf(record: TRecord): readonly (string | number)[] {
    const { unique, status, endsAt } = this.kind.marksOf(record);
    return [
      record.id,
      record.tenant ?? '',
      memberOf(record.createdAt, record.id),
      unique ?? '',
      status ?? '',
      endsAt?.getTime() ?? '',
      record.revision,
      JSON.stringify(record),
    ];
  }

  private isDone(answer: unknown): boolean {
    return Number(answer) > 0;
  }
}
