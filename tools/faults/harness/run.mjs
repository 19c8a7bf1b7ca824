import { SeededRandomness } from '@scheduler/testing';
import { Control } from './control.mjs';
import { createDatabase, EFFECTS_TABLE, STORES } from './database.mjs';
import { play } from './play.mjs';
import { createQueue } from './queue.mjs';
import { createRunFolder } from './run-folder.mjs';
import { Scene } from './scene.mjs';
import { environmentOf, LEASE } from './settings.mjs';
import { thaw } from './thaw.mjs';
import { startWitness } from './witness-process.mjs';
import { Workers } from './workers.mjs';

let runs = 0;

/**
 * Runs one fault on one store with one seed.
 *
 * @param request `fault`, `store`, `queue`, `seed`, `seconds`, `sizes`, `serverUrl`, `redisUrl`, `keepLogs`, and `progress(text)`
 * @returns `violations`, `figures`, `recoveryMs`, and `logs`: the folder of the logs if they are kept, as they always are after a red run
 */
export async function runFault({ fault, serverUrl, redisUrl, keepLogs = false, ...request }) {
  const { store, progress } = request;
  const folder = createRunFolder();
  const undo = [];
  try {
    const server = (await fault.startServer?.({ store, progress })) ?? { url: serverUrl };
    undo.push(() => server.stop?.());
    const redis = (await fault.startRedis?.({ progress })) ?? { url: redisUrl };
    undo.push(() => redis.stop?.());
    const scene = await setUp({ ...request, fault, server, redis, folder: folder.path, undo });
    const outcome = await play({ fault, scene, progress });
    const isKept = keepLogs || outcome.violations.length > 0;
    undo.unshift(isKept ? folder.keep : folder.remove);
    return { ...outcome, logs: isKept ? folder.path : null };
  } catch (error) {
    folder.keep();
    throw Object.assign(error, { logs: folder.path });
  } finally {
    for (const step of undo.reverse()) await quietly(step);
  }
}

/** Cleaning up may fail, because a fault may have ended the server that holds the database. */
async function quietly(step) {
  try {
    await step();
  } catch (error) {
    console.error(`cleaning up: ${error.message}`);
  }
}

async function setUp({ fault, store, queue, seed, seconds, sizes, server, redis, folder, undo, progress }) {
  progress('setting up');
  const name = `faults_${process.pid}_${(runs += 1)}`;
  const database = await createDatabase({ store, serverUrl: server.url, name, folder });
  undo.push(() => database.drop());
  const messages = createQueue({ queue, redisUrl: redis.url, name });
  undo.push(() => messages.drop());
  const witness = await startWitness();
  undo.push(() => witness.stop());
  const env = environmentOf({ storeEnv: { ...database.env(), ...messages.env() }, folder });
  const control = new Control({ env, folder, isTransactional: STORES[store].transactions });
  undo.push(() => control.close());
  await control.open();
  const random = new SeededRandomness(seed);
  const request = { store, queue, seed, seconds, sizes, random, folder };
  const scene = new Scene({
    ...request,
    harm: fault.harm,
    server,
    redis,
    database,
    messages,
    witness,
    control,
  });
  scene.workers = new Workers(workerOptions(scene, fault));
  undo.push(() => scene.workers.stop());
  if (fault.cleanUp) undo.push(() => fault.cleanUp(scene));
  await fault.prepare?.(scene);
  return scene;
}

function workerOptions(scene, { workers = {}, frozenMs, onHeld }) {
  const { witness, seed, folder, database, messages } = scene;
  const skewOf = workers.skewMs ?? (() => 0);
  const instanceOf = workers.instanceId ?? ((name) => name);
  return {
    folder,
    execArgv: workers.execArgv ?? [],
    onFrozen: (worker, executionId) => void thaw({ scene, worker, executionId, frozenMs }),
    onHeld: (worker, moment) => void onHeld?.(scene, worker, moment),
    envOf: (name) => ({
      ...environmentOf({
        storeEnv: { ...database.env(scene.workerDatabaseUrl), ...messages.env(scene.workerRedisUrl) },
        folder,
      }),
      SCHEDULER_INSTANCE_ID: instanceOf(name),
      ...workers.env,
    }),
    settingsOf: (name) => ({
      witnessPort: witness.port,
      seed,
      skewMs: skewOf(name, scene),
      effectsTable: EFFECTS_TABLE,
      config: { lease: LEASE },
      holdsMaps: onHeld !== undefined,
    }),
  };
}
