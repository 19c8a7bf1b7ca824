import assert from 'node:assert/strict';
import type { IdempotentResponse } from '@scheduler/contracts';
import type { ConformanceGroup } from '../kit/group.js';
import { HOUR, MINUTE, type StoreScene } from '../kit/store-scene.js';
import { BEGIN, HOLD } from './access-verbs.js';

const RESPONSE: IdempotentResponse = {
  status: 201,
  headers: { 'content-type': 'application/json', etag: '"7"' },
  body: '{"big":12345678901234567890,"text":"größe 🗝"}',
};

const OTHER = { ...BEGIN, holder: 'request-2' };

export const keepIdempotency: ConformanceGroup<StoreScene> = {
  title: 'access.idempotency',
  needs: 'access',
  cases: {
    'let one request be carried out, and give its answer to the others': async (scene) => {
      const { idempotency } = scene.access;
      assert.deepEqual(await idempotency.begin(BEGIN), { kind: 'new' });
      assert.deepEqual(await idempotency.begin(OTHER), { kind: 'running' });
      assert.equal(await idempotency.complete({ ...HOLD, response: RESPONSE }), true);
      assert.deepEqual(await idempotency.begin(OTHER), { kind: 'done', response: RESPONSE });
      assert.deepEqual(await idempotency.begin(BEGIN), { kind: 'done', response: RESPONSE });
    },
    'keep an answer without a body and without headers': async (scene) => {
      const { idempotency } = scene.access;
      const response = { status: 204, headers: {}, body: null };
      await idempotency.begin(BEGIN);
      await idempotency.complete({ ...HOLD, response });
      assert.deepEqual(await idempotency.begin(OTHER), { kind: 'done', response });
    },
    'tell exactly one of many at once to go on': async (scene) => {
      const states = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          scene.access.idempotency.begin({ ...BEGIN, holder: `request-${index}` }),
        ),
      );
      assert.deepEqual(states.map(({ kind }) => kind).sort(), [
        'new',
        ...Array.from({ length: 11 }, () => 'running'),
      ]);
    },
    'refuse another request with the same key, answered or not': async (scene) => {
      const { idempotency } = scene.access;
      const another = { ...OTHER, requestHash: 'ef'.repeat(32) };
      await idempotency.begin(BEGIN);
      assert.deepEqual(await idempotency.begin(another), { kind: 'mismatch' });
      await idempotency.complete({ ...HOLD, response: RESPONSE });
      assert.deepEqual(await idempotency.begin(another), { kind: 'mismatch' });
    },
    'keep keys of different scopes apart, whatever characters they have': async (scene) => {
      const { idempotency } = scene.access;
      const names = [
        { scope: 'a', key: 'b:c' },
        { scope: 'a:b', key: 'c' },
        { scope: 'a', key: 'B:C' },
        { scope: 'a', key: 'b:c ' },
        { scope: 'x'.repeat(255), key: 'y'.repeat(255) },
      ];
      for (const name of names)
        assert.deepEqual(await idempotency.begin({ ...BEGIN, ...name }), { kind: 'new' });
      for (const name of names)
        assert.deepEqual(await idempotency.begin({ ...OTHER, ...name }), { kind: 'running' });
    },
    'tell the holder again that the request is its own': async (scene) => {
      const { idempotency } = scene.access;
      await idempotency.begin(BEGIN);
      assert.deepEqual(await idempotency.begin(BEGIN), { kind: 'new' });
      assert.deepEqual(await idempotency.begin(OTHER), { kind: 'running' });
    },
    'give a key whose holder does not answer to the next, and refuse the late answer': async (scene) => {
      const { idempotency } = scene.access;
      await idempotency.begin(BEGIN);
      await scene.advance(2 * MINUTE);
      const takers = ['request-2', 'request-3', 'request-4'];
      const states = await Promise.all(takers.map((holder) => idempotency.begin({ ...BEGIN, holder })));
      assert.deepEqual(states.map(({ kind }) => kind).sort(), ['new', 'running', 'running']);
      const holder = takers[states.findIndex(({ kind }) => kind === 'new')] ?? '';
      assert.equal(await idempotency.complete({ ...HOLD, response: RESPONSE }), false);
      await idempotency.abandon(HOLD);
      const answer = { ...RESPONSE, status: 200 };
      assert.equal(await idempotency.complete({ ...HOLD, holder, response: answer }), true);
      assert.deepEqual(await idempotency.begin(BEGIN), { kind: 'done', response: answer });
    },
    'free a key that was abandoned, but none that was answered': async (scene) => {
      const { idempotency } = scene.access;
      await idempotency.begin(BEGIN);
      await idempotency.abandon({ ...HOLD, holder: 'request-2' });
      assert.deepEqual(await idempotency.begin(OTHER), { kind: 'running' });
      await idempotency.abandon(HOLD);
      assert.deepEqual(await idempotency.begin(OTHER), { kind: 'new' });
      await idempotency.complete({ ...OTHER, response: RESPONSE });
      await idempotency.abandon(OTHER);
      assert.equal((await idempotency.begin(BEGIN)).kind, 'done');
    },
    'forget a key that has expired, with its answer': async (scene) => {
      const { idempotency } = scene.access;
      await idempotency.begin(BEGIN);
      await idempotency.complete({ ...HOLD, response: RESPONSE });
      await scene.advance(2 * HOUR);
      const another = { ...OTHER, requestHash: 'ef'.repeat(32) };
      assert.deepEqual(await idempotency.begin(another), { kind: 'new' });
      assert.deepEqual(await idempotency.begin({ ...another, holder: 'request-3' }), { kind: 'running' });
      assert.equal(await idempotency.complete({ ...HOLD, response: RESPONSE }), false);
    },
    'say that the answer to a key that is gone was not kept': async (scene) => {
      const { idempotency } = scene.access;
      assert.equal(await idempotency.complete({ ...HOLD, response: RESPONSE }), false);
      await idempotency.abandon(HOLD);
      assert.deepEqual(await idempotency.begin(BEGIN), { kind: 'new' });
    },
    'delete what has expired, in steps': async (scene) => {
      const { idempotency } = scene.access;
      for (const key of ['a', 'b', 'c']) await idempotency.begin({ ...BEGIN, key });
      await idempotency.complete({ ...HOLD, key: 'a', response: RESPONSE });
      await idempotency.begin({ ...BEGIN, key: 'd', ttlMs: 10 * HOUR });
      const before = await scene.fromNow(2 * HOUR);
      const step = () => idempotency.prune({ before, limit: 2 });
      assert.deepEqual([await step(), await step(), await step()], [2, 1, 0]);
      assert.equal((await idempotency.begin({ ...OTHER, key: 'd' })).kind, 'running');
      assert.equal((await idempotency.begin({ ...OTHER, key: 'a' })).kind, 'new');
    },
    'delete what belongs to a tenant, in steps': async (scene) => {
      const { idempotency } = scene.access;
      for (const key of ['a', 'b']) await idempotency.begin({ ...BEGIN, key, tenant: 'acme' });
      await idempotency.begin(BEGIN);
      const step = () => idempotency.deleteOfTenant({ tenant: 'acme', limit: 1 });
      assert.deepEqual([await step(), await step(), await step()], [1, 1, 0]);
      assert.equal((await idempotency.begin({ ...OTHER, key: 'a', tenant: 'other' })).kind, 'new');
      assert.equal((await idempotency.begin(OTHER)).kind, 'running');
      assert.equal(await idempotency.deleteOfTenant({ tenant: 'acme', limit: 10 }), 0);
    },
  },
};
