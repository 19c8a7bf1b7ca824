import {
  hasWorkflowEnded,
  type Page,
  type WorkflowAttributes,
  type WorkflowRun,
  type WorkflowStatus,
  workflowStatuses,
} from '@scheduler/contracts';
import {
  checkScope,
  type ListRuns,
  parseJson,
  type RunCount,
  type TenantScope,
} from '@scheduler/contracts/adapter';
import { readHashes } from '../database/read-hashes.js';
import { pipelined } from '../database/pipelined.js';
import type { RedisDatabase } from '../database/redis-database.js';
import { scopeKey } from '../jobs/job-keys.js';
import { readRuns } from './read-runs.js';
import { allRuns, runCounts, runKey, runsNamed, runsUnder, runsWith } from './run-keys.js';

interface SortableRun {
  readonly id: string;
  readonly created: number;
}

/** Filters the runs of the narrowest index, and reads those of the page. */
export async function listRuns(database: RedisDatabase, request: ListRuns): Promise<Page<WorkflowRun>> {
  const { limit, offset, sortOrder } = request;
  const candidates = await candidatesOf(database, request);
  const matching = isCovered(request) ? candidates : await matchingOf(database, request, candidates);
  const direction = sortOrder === 'asc' ? 1 : -1;
  const sorted = [...matching].sort((a, b) => direction * (a.created - b.created || (a.id < b.id ? -1 : 1)));
  const ids = sorted.slice(offset, offset + limit).map(({ id }) => id);
  const items = await readRuns(database, ids);
  return { items, total: matching.length, totalIsExact: true, limit, offset };
}

/** Whether the indexes answer the request alone. */
function isCovered({
  names = [],
  statuses = [],
  exceptGraphs = [],
  attributes = {},
  parent,
}: ListRuns): boolean {
  if (parent !== undefined || exceptGraphs.length > 0 || Object.keys(attributes).length > 0) return false;
  return names.length === 0 || statuses.length === 0;
}

function indexesOf({ tenant, names = [], statuses = [], parent }: ListRuns): readonly string[] {
  if (typeof parent === 'string') return [runsUnder(parent)];
  const scope = scopeKey(checkScope(tenant));
  // Of most workflows far more runs have ended than not.
  const areOpen = statuses.length > 0 && !statuses.some(hasWorkflowEnded);
  if (names.length > 0 && !areOpen) return [...new Set(names)].map((name) => runsNamed(name, scope));
  const known = [...new Set(statuses)].filter((status) => workflowStatuses.has(status));
  return statuses.length > 0 ? known.map((status) => runsWith(status, scope)) : [allRuns(scope)];
}

async function candidatesOf(
  { redis, base }: RedisDatabase,
  request: ListRuns,
): Promise<readonly SortableRun[]> {
  const answers = await pipelined<string, string[]>(redis, indexesOf(request), (pipeline, index) =>
    pipeline.zrange(`${base}${index}`, '0', '-1', 'WITHSCORES'),
  );
  const created = new Map<string, number>();
  for (const found of answers)
    for (let at = 0; at + 1 < found.length; at += 2) created.set(found[at] ?? '', Number(found[at + 1]));
  return [...created].map(([id, instant]) => ({ id, created: instant }));
}

/** The fields that filters need. Others are not read, because inputs may be large. */
const FILTER_FIELDS = ['name', 'status', 'tenant', 'parent', 'a', 'graph'];

async function matchingOf(
  database: RedisDatabase,
  request: ListRuns,
  candidates: readonly SortableRun[],
): Promise<readonly SortableRun[]> {
  const matching: SortableRun[] = [];
  const names = candidates.map(({ id }) => runKey(id));
  let position = 0;
  for await (const values of readHashes(database, names, FILTER_FIELDS)) {
    const candidate = candidates[position];
    position += 1;
    if (candidate !== undefined && matches(values, request)) matching.push(candidate);
  }
  return matching;
}

function matches(values: readonly (string | null)[], request: ListRuns): boolean {
  const [name = null, status = null, tenant = null, parent = null, attributes = null, graph = null] = values;
  const { names = [], statuses = [], exceptGraphs = [], attributes: wanted = {} } = request;
  if (name === null || status === null) return false;
  if (request.tenant !== null && tenant !== request.tenant) return false;
  if (names.length > 0 && !names.includes(name)) return false;
  if (statuses.length > 0 && !statuses.includes(status as WorkflowStatus)) return false;
  if (graph !== null && exceptGraphs.includes(graph)) return false;
  if (request.parent !== undefined && parent !== request.parent) return false;
  const entries = Object.entries(wanted);
  if (entries.length === 0) return true;
  const given = attributesOf(attributes);
  return entries.every(([key, value]) => Object.hasOwn(given, key) && given[key] === value);
}

function attributesOf(text: string | null): WorkflowAttributes {
  try {
    return (text === null ? {} : parseJson(text)) as WorkflowAttributes;
  } catch {
    return {};
  }
}

/** How many runs of each status there are, by workflow. */
export async function countRuns(database: RedisDatabase, tenant: TenantScope): Promise<readonly RunCount[]> {
  const stored = await database.redis.hgetall(database.key(runCounts(checkScope(tenant))));
  const counts = Object.entries(stored).map(([field, count]) => {
    const [status = '', name = ''] = field.split('\u001f');
    return { name, status: status as WorkflowStatus, count: Number(count) };
  });
  return counts.sort((a, b) => (`${a.name} ${a.status}` < `${b.name} ${b.status}` ? -1 : 1));
}
