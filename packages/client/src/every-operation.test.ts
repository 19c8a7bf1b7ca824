import { z } from 'zod';
import type { OperationName } from './client.js';
import { SchedulerApiError } from './errors/scheduler-api-error.js';
import {
  type ApiDocument,
  type DocumentOperation,
  readDocument,
} from './test-support/generator/read-document.js';
import { createThings, REFUSED, SAMPLES, type Things } from './test-support/samples.js';

/** Client and server agree: each operation is called as its types say, by a real handler, and answers what the document says. */

let document: ApiDocument;
let shared: Things;
beforeAll(async () => {
  document = await readDocument();
  shared = await createThings();
});
afterAll(() => shared.world.close());

/** What only reads shares its things with the others. */
async function thingsFor(name: string): Promise<Things> {
  return declarationOf(name)['x-writes'] ? createThings() : shared;
}

function declarationOf(name: string): DocumentOperation {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const found = operations.find(({ operationId }) => operationId === name);
  if (found === undefined) throw new Error(`${name} is not in the document`);
  return found;
}

/** What is wrong with a value by the schemas of the document. */
function problemsOf(name: string, value: unknown): readonly unknown[] {
  const { responses } = declarationOf(name);
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => content?.['application/json']?.schema ?? []);
  if (schemas.length === 0) return [];
  const whole = JSON.parse(
    JSON.stringify({ anyOf: schemas, $defs: document.components.schemas }).replaceAll(
      '#/components/schemas/',
      '#/$defs/',
    ),
  ) as Parameters<typeof z.fromJSONSchema>[0];
  return z.fromJSONSchema(whole).safeParse(value).error?.issues ?? [];
}

const names = Object.keys(SAMPLES) as OperationName[];

it('there is a sample of every operation of the document, and the streams beside them', () => {
  const declared = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const operations = declared
    .map(({ operationId }) => operationId)
    .filter((name) => name !== 'events.stream' && name !== 'eventLog.stream');
  expect([...names].sort()).toEqual(operations.sort());
});

it.each(names)('%s is answered as the document says (F252)', async (name) => {
  const things = await thingsFor(name);
  try {
    const refused = REFUSED[name];
    const call = SAMPLES[name](things.world.client, things);
    if (refused !== undefined) {
      const error: unknown = await call.then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(SchedulerApiError);
      expect(error).toMatchObject({ status: refused, operation: name });
      return;
    }
    const value = await call;
    expect(problemsOf(name, value)).toEqual([]);
    const declared = declarationOf(name).responses;
    if ('204' in declared) expect(value).toBeUndefined();
    if (name === 'documents.page') expect(value).toContain('<!doctype html>');
  } finally {
    if (things !== shared) await things.world.close();
  }
});

it('a value that the document does not allow would be noticed', () => {
  expect(problemsOf('jobs.get', { id: 1 })).not.toEqual([]);
  expect(problemsOf('jobs.list', [{}])).not.toEqual([]);
});
