import assert from 'node:assert/strict';
import type { LoggedEvent, LoggedEventName } from '@scheduler/contracts';
import { EVENT_SCHEMAS, type EventVersions } from '@scheduler/core';
import { type ChangeQueue, differencesOf, EventFold, type ReadEvents } from '@scheduler/contracts/adapter';
import type { StoreScene } from '../kit/store-scene.js';

const PAGE = 100;

/** All events that a filter lets pass, read page by page. */
export async function allEvents(
  { eventLog }: StoreScene,
  { limit = PAGE, ...request }: Partial<ReadEvents> = {},
): Promise<readonly LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  let after = request.after ?? null;
  for (;;) {
    const page = await eventLog.read({ tenant: null, ...request, after, limit });
    events.push(...page.events);
    if (page.atEnd) return events;
    assert.notEqual(page.next, after, 'a page that is not the last one leads on');
    after = page.next;
  }
}

export async function namesOf(
  scene: StoreScene,
  filter: Partial<ReadEvents> = {},
): Promise<readonly string[]> {
  return (await allEvents(scene, filter)).map(({ name }) => name);
}

export async function foldOf(scene: StoreScene): Promise<EventFold> {
  const fold = new EventFold();
  for (const event of await allEvents(scene)) {
    assertIsAsWritten(event);
    fold.apply(event);
  }
  return fold;
}

/** Its data is what the schema of its name and version says. */
function assertIsAsWritten({ name, version, data }: LoggedEvent): void {
  const versions = EVENT_SCHEMAS[name as LoggedEventName] as EventVersions | undefined;
  const problems = versions?.[version - 1]?.safeParse(data).error?.issues;
  assert.ok(versions !== undefined && version <= versions.length, `${name} ${version} is not known`);
  assert.deepEqual(problems ?? [], [], `the data of ${name}`);
}

/** Folds the log, and compares it with every job, execution, queue and run. */
export async function assertLogExplains(scene: StoreScene): Promise<void> {
  const fold = await foldOf(scene);
  assertSameRows('job', fold.jobs, await allOf((offset) => scene.listJobs({ offset, limit: PAGE })));
  assertSameRows(
    'execution',
    fold.executions,
    await allOf((offset) => scene.listExecutions({ offset, limit: PAGE })),
  );
  const settings = await scene.queues.settings();
  assertSameRows(
    'queue',
    fold.queues,
    settings.map((each) => ({ ...each, id: each.queue })),
    ['id'],
  );
  if (scene.store.workflows) {
    const { workflows } = scene;
    const list = (offset: number) => workflows.list({ tenant: null, sortOrder: 'asc', offset, limit: PAGE });
    assertSameRows('run', fold.runs, await allOf(list));
    for (const { graphHash } of fold.runs.values())
      assert.deepEqual(fold.graphs.get(graphHash), await workflows.graph(graphHash));
  }
}

async function allOf<T>(
  page: (offset: number) => Promise<{ readonly items: readonly T[] }>,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (;;) {
    const { items: next } = await page(items.length);
    items.push(...next);
    if (next.length < PAGE) return items;
  }
}

function assertSameRows(
  kind: string,
  logged: ReadonlyMap<string, object>,
  stored: readonly { readonly id: string }[],
  apart: readonly string[] = [],
): void {
  const ids = (rows: Iterable<string>) => [...rows].sort();
  assert.deepEqual(ids(logged.keys()), ids(stored.map(({ id }) => id)), `the log has other ${kind}s`);
  for (const row of stored) {
    const differences = differencesOf(logged.get(row.id) ?? {}, row);
    assert.deepEqual(
      differences.filter(({ field }) => !apart.includes(field)),
      [],
      `the log explains ${kind} ${row.id}`,
    );
  }
}

/** Changes that leave an event each. */
export async function pauseAndResume(scene: StoreScene, queue: string, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const change: ChangeQueue = { queue, paused: index % 2 === 0 };
    await scene.queues.change(change);
  }
}
