import { QueryInvalid } from '@scheduler/contracts';
import { historyQuerySchema, jobQuerySchema } from './query-schema.js';
import { readInput } from '../../support/input/read-input.js';

const KNOWN = Object.keys(jobQuerySchema.shape);
const readJobs = (value: unknown) =>
  readInput({ schema: jobQuerySchema, value, error: QueryInvalid, subject: 'query', known: KNOWN });
const readHistory = (value: unknown) =>
  readInput({ schema: historyQuerySchema, value, error: QueryInvalid, subject: 'query' });

describe('a query of jobs (F103, F104)', () => {
  it('has defaults: the newest 50', () => {
    expect(readJobs({})).toEqual({ limit: 50, offset: 0, sortBy: 'createdAt', sortOrder: 'desc' });
  });

  it('takes every filter', () => {
    const query = {
      types: ['a'],
      triggers: ['cron', 'once'],
      events: ['ticket:created'],
      statuses: ['active', 'paused'],
      queues: ['default'],
      tags: ['x'],
      tagsAll: ['y', 'z'],
      createdAfter: new Date(1),
      createdBefore: new Date(2),
      nextRunAfter: new Date(3),
      nextRunBefore: new Date(4),
      nameContains: 'sal',
      targetId: 't',
      createdBy: 'ann',
      limit: 1_000,
      offset: 10,
      sortBy: 'priority',
      sortOrder: 'asc',
    };
    expect(readJobs(query)).toEqual(query);
  });

  it.each<[object, string]>([
    [{ limit: 0 }, 'limit: is too small, got 0; accepted: a whole number from 1 to 1000'],
    [{ limit: 1_001 }, 'limit: is too big, got 1001'],
    [{ offset: -1 }, 'offset: is too small, got -1'],
    [
      { statuses: ['canceled'] },
      'statuses.0: is not known, got "canceled"; accepted: pending, active, paused',
    ],
    [{ statuses: 'active' }, 'statuses: is not a list, got "active"'],
    [{ triggers: ['lunar'] }, 'triggers.0: is not known, got "lunar"; accepted: once, now, cron'],
    [{ types: ['1st'] }, 'types.0: is not a job type, got "1st"'],
    [{ sortBy: 'age' }, 'sortBy: is not known, got "age"; accepted: createdAt, nextRunAt, name, priority'],
    [{ sortOrder: 'up' }, 'sortOrder: is not known, got "up"; accepted: asc, desc'],
    [{ createdAfter: 'today' }, 'createdAfter: is not a valid date, got "today"'],
    [{ nameContains: '' }, 'nameContains: is empty'],
    [{ status: ['active'] }, "status: is not known; did you mean 'statuses'?"],
  ])('refuses %j', (query, message) => {
    expect(() => readJobs(query)).toThrow(QueryInvalid);
    expect(() => readJobs(query)).toThrow(message);
  });
});

describe('a query of history (F105)', () => {
  it('has defaults: the newest 10 without logs', () => {
    expect(readHistory({})).toEqual({ limit: 10, offset: 0, includeLogs: false, sortOrder: 'desc' });
  });

  it.each<[unknown, string]>([
    [{ statuses: ['active'] }, 'statuses.0: is not known, got "active"; accepted: pending, running, success'],
    [{ includeLogs: 'yes' }, 'includeLogs: is not a boolean, got "yes"; accepted: true or false'],
    [{ since: 5 }, 'since: is not a valid date, got 5'],
    ['all', 'query: is not an object, got "all"; accepted: { statuses, since, limit, … }'],
  ])('refuses %j', (query, message) => {
    expect(() => readHistory(query)).toThrow(QueryInvalid);
    expect(() => readHistory(query)).toThrow(message);
  });
});
