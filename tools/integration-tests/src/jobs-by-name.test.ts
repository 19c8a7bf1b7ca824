import { defineJob, trigger } from '@scheduler/contracts';
import type { SchedulerApp } from '@scheduler/core';
import { z } from 'zod';
import { appScene, restarted } from './test-support/app.js';
import { at } from './test-support/scene.js';

const nothing = () => undefined;

describe('a name that is defined again', () => {
  it('is the same job after a restart, and left alone', async () => {
    const scene = appScene();
    const first = await scene.app.every(10).minutes().do('check', nothing);
    await scene.clock.advance('3m');
    const second = await restarted(scene).app.every(10).minutes().do('check', nothing);
    expect(second).toEqual(first);
    expect((await scene.app.all()).map(({ name }) => name)).toEqual(['check']);
  });

  it('changes what is different, and resets options that are not given any more', async () => {
    const scene = appScene();
    const first = await scene.app
      .every(10)
      .minutes()
      .with({ queue: 'mails', timeout: '1m', description: 'old' })
      .do('check', nothing);
    await scene.clock.advance('3m');
    const { app } = restarted(scene);
    const second = await app.every().hour().with({ timeout: '1m' }).do('check', nothing);
    expect(second).toMatchObject({ id: first.id, revision: 2, description: null, nextRunAt: at('01:00:00') });
    expect(second.policies).toMatchObject({ queue: 'default', timeoutMs: 60_000 });
  });

  it('stays paused, and cancelled', async () => {
    const scene = appScene();
    const define = async ({ app }: { readonly app: SchedulerApp }) => [
      await app.every().hour().do('a', nothing),
      await app.every().hour().do('b', nothing),
    ];
    await define(scene);
    await scene.app.pause('a', 'on holiday');
    await scene.app.cancel('b');
    const again = await define(restarted(scene));
    expect(again.map(({ status }) => status)).toEqual(['paused', 'cancelled']);
  });

  it('is a new job if the old one has ended and is different, or was deleted', async () => {
    const scene = appScene();
    const first = await scene.app.every().hour().do('a', nothing);
    await scene.app.cancel('a');
    const different = await scene.app.every(2).hours().do('a', nothing);
    expect(different).toMatchObject({ status: 'active', name: 'a' });
    expect(different.id).not.toBe(first.id);
    await scene.app.delete(different.id);
    await scene.app.delete('a');
    expect((await scene.app.every(2).hours().do('a', nothing)).status).toBe('active');
  });

  it('does not repeat a job that has run once (F10)', async () => {
    const scene = appScene();
    let runs = 0;
    const count = () => void (runs += 1);
    const define = ({ app }: { readonly app: SchedulerApp }) => app.at(at('00:10:00')).do('launch', count);
    await define(scene);
    await scene.app.start();
    await scene.clock.advance('1h');
    const again = restarted(scene);
    expect((await define(again)).status).toBe('completed');
    await again.app.start();
    await scene.clock.advance('1h');
    expect(runs).toBe(1);
  });

  it('becomes another job if its type is different', async () => {
    const { app } = appScene();
    app.register('old', nothing);
    app.register('new', nothing);
    const old = await app.every().hour().do('a', 'old');
    const young = await app.every().hour().do('a', 'new');
    expect(young).toMatchObject({ type: 'new', status: 'active' });
    expect(await app.get(old.id)).toMatchObject({
      status: 'cancelled',
      statusReason: 'the job is of the type new now',
    });
  });

  it('is stored once by programs that start together', async () => {
    const scene = appScene();
    const others = [restarted(scene), restarted(scene), restarted(scene)];
    const jobs = await Promise.all(
      [scene, ...others].map(({ app }) => app.every().hour().do('together', nothing)),
    );
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  });

  it('is not the job of a tenant with the same name', async () => {
    const { app } = appScene();
    const theirs = await app.every().hour().with({ tenant: 'acme' }).do('a', nothing);
    const ours = await app.every(2).hours().do('a', nothing);
    expect(ours.id).not.toBe(theirs.id);
    expect(await app.every(2).hours().do('a', nothing)).toEqual(ours);
    expect(await app.every().hour().with({ tenant: 'acme' }).do('a', nothing)).toEqual(theirs);
  });
});

describe('define', () => {
  it('takes a whole definition, by its name (F7)', async () => {
    const scene = appScene();
    const define = ({ app }: { readonly app: SchedulerApp }, every: string) => {
      app.register('work', nothing);
      return app.define({ type: 'work', name: 'mine', trigger: trigger.every(every), createdBy: 'me' });
    };
    const first = await define(scene, '10m');
    expect(await define(restarted(scene), '10m')).toEqual(first);
    expect(await define(restarted(scene), '20m')).toMatchObject({ id: first.id, nextRunAt: at('00:20:00') });
  });

  it('refuses options that a program must not set at each start', async () => {
    const { app } = appScene();
    app.register('work', nothing);
    const definition = { type: 'work', name: 'mine', trigger: trigger.every('1h') };
    await expect(app.define({ ...definition, name: undefined })).rejects.toThrow('name: is missing');
    await expect(app.define({ ...definition, id: '7' })).rejects.toThrow('a name alone');
    await expect(app.define({ ...definition, enabled: false })).rejects.toThrow('pause the job instead');
    await expect(app.define({ ...definition, name: '' })).rejects.toThrow('name: is empty');
    expect(await app.all()).toEqual([]);
  });
});

it('takes the definitions of typed jobs, with the version of their payload (F7)', async () => {
  const scene = appScene();
  const greet = defineJob({
    type: 'greet',
    version: 2,
    payload: z.object({ names: z.array(z.string()) }),
    upcast: { 1: () => ({ names: [] }) },
  });
  const greeted: string[] = [];
  const options = { name: 'greeting', trigger: trigger.every('10m'), payload: { names: ['Ada'] } };
  const define = ({ app }: { readonly app: SchedulerApp }) => {
    app.register(
      'greet',
      greet.handler(({ payload }) => void greeted.push(...payload.names)),
    );
    return app.define(greet.scheduled(options));
  };
  const job = await define(scene);
  const again = restarted(scene);
  expect(await define(again)).toEqual(job);
  // A definition without a version keeps the stored version.
  expect(await again.app.define({ type: 'greet', ...options })).toEqual(job);
  await again.app.start();
  await scene.clock.advance('10m');
  await again.app.stop();
  expect(greeted).toEqual(['Ada']);
});
