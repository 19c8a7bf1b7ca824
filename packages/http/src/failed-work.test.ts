import { defineHandler } from '@scheduler/contracts';
import { Scene } from './test-support/scene.js';

type Json = Record<string, unknown>;

const scenes: Scene[] = [];
const sceneOf = (options?: ConstructorParameters<typeof Scene>[0]) => {
  const scene = new Scene(options);
  scenes.push(scene);
  return scene;
};
afterEach(async () => {
  for (const scene of scenes.splice(0)) await scene.node.stop();
});

it('a failed execution runs again with another payload', async () => {
  const scene = sceneOf();
  const body = { handler_name: 'break', payload: { n: 1 }, max_retries: 0 };
  const { json } = await scene.send<{ id: string }>('POST', '/executions', { body });
  await scene.work();
  const path = `/executions/${json.id}/retry`;
  const again = await scene.send<Json>('POST', path, { body: { payload: { n: 2 } } });
  expect([again.status, again.json['payload'], again.json['original_execution_id']]).toEqual([
    201,
    { n: 2 },
    json.id,
  ]);
  const unknown = await scene.send<Json>('POST', path, { body: { changes: 1 } });
  expect([unknown.status, unknown.json['code']]).toEqual([400, 'BODY_INVALID']);
});

it('what an agent was given is mended as it is shown', async () => {
  const agents = {
    dispatch: async () => {
      throw new Error('not today');
    },
  };
  const scene = sceneOf({ node: { agents } });
  const body = { handler_name: 'ada', handler_type: 'agent', payload: { n: 1 }, max_retries: 0 };
  const { json } = await scene.send<{ id: string }>('POST', '/executions', { body });
  await scene.work();
  const again = await scene.send<Json>('POST', `/executions/${json.id}/retry`, {
    body: { payload: { n: 2 } },
  });
  expect(again.json).toMatchObject({ handler_name: 'ada', handler_type: 'agent', payload: { n: 2 } });
});

it('an agent that a job starts is given an empty object where no payload is given (F279)', async () => {
  const given: unknown[] = [];
  const agents = {
    dispatch: async ({ input }: { readonly input: unknown }) => {
      given.push(input);
      return null;
    },
  };
  const scene = sceneOf({ node: { agents } });
  const body = {
    name: 'ask',
    handler_name: 'ada',
    handler_type: 'agent',
    execute_at: '2030-02-01T00:00:00Z',
  };
  const { json } = await scene.send<Json>('POST', '/jobs/once', { body });
  expect(json).toMatchObject({ handler_type: 'agent', payload: {} });
  await scene.send('POST', `/jobs/${String(json['id'])}/run`);
  await scene.work();
  expect(given).toEqual([{}]);
});

it('dead letters are grouped by what failed, whatever numbers are in their errors', async () => {
  const scene = sceneOf({
    node: {
      handlers: [
        defineHandler<string>({
          type: 'break',
          handle: async ({ payload }) => {
            throw new Error(payload);
          },
        }),
      ],
    },
  });
  for (const payload of ['port 5432 is closed', 'port 5433 is closed', 'no'])
    await scene.send('POST', '/executions', { body: { handler_name: 'break', payload, max_retries: 0 } });
  await scene.work();
  const { json } = await scene.send<Json>('GET', '/dead-letters/groups');
  expect(json).toMatchObject({
    total: 3,
    counted: 3,
    groups: [
      {
        handler_name: 'break',
        queue: 'default',
        count: 3,
        messages: [
          { error: expect.stringMatching(/^port 543\d is closed$/) as string, count: 2 },
          { error: 'no', count: 1 },
        ],
      },
    ],
  });
});
