import { setTimeout as delay } from 'node:timers/promises';
import { SeededRandomness } from '@scheduler/testing';
import { FENCED, TRANSACTIONAL } from '../worker/handler.mjs';
import { drawn } from '../workload/draw.mjs';
import { EnqueueStream } from '../workload/enqueue-stream.mjs';
import { jobsOf } from '../workload/jobs.mjs';
import { BusyQueue } from './busy-queue.mjs';
import { Control } from './control.mjs';
import { createDatabase, EFFECTS_TABLE, STORES } from './database.mjs';
import { drain } from './drain.mjs';
import { collectFacts } from './facts.mjs';
import { judge } from './judge.mjs';
import { probeRecovery } from './probe.mjs';
import { createQueue } from './queue.mjs';
import { createRunFolder } from './run-folder.mjs';
import { Scene } from './scene.mjs';
import { environmentOf, LEASE, NODES } from './settings.mjs';
import { thaw } from './thaw.mjs';
import { startWitness } from './witness-process.mjs';
import { Workers } from './workers.mjs';

/** The time between scheduling the jobs and their first instant, in which all of them are stored. */
const LEAD_MS = 1_500;

let runs = 0;

/**
 * Runs one fault on one store with one seed.
 *
 * @param request `fault`, `store`, `queue`, `seed`, `seconds`, `serverUrl`, `redisUrl`, `keepLogs`, and `progress(text)`
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

async function setUp({ fault, store, queue, seed, seconds, server, redis, folder, undo, progress }) {
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
  const request = { store, queue, seed, seconds, random, folder };
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

function workerOptions(scene, { workers = {}, frozenMs }) {
  const { witness, seed, folder, database, messages } = scene;
  const skewOf = workers.skewMs ?? (() => 0);
  const instanceOf = workers.instanceId ?? ((name) => name);
  return {
    folder,
    execArgv: workers.execArgv ?? [],
    onFrozen: (worker, executionId) => void thaw({ scene, worker, executionId, frozenMs }),
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
    }),
  };
}

async function play({ fault, scene, progress }) {
  const { control, workers, seconds } = scene;
  for (let number = 1; number <= (fault.nodes ?? NODES); number += 1) workers.start(`node-${number}`);
  await workers.heal();
  const window = await windowOf(control, seconds);
  const definitions = await schedule({ fault, scene, window });
  const activeFrom = await control.now();
  const stream = new EnqueueStream({
    scheduler: control.scheduler,
    types: typesOn(scene.store),
    random: drawn(scene.seed, 'stream'),
    prefix: `enqueued-${scene.seed}`,
  });
  const busy = new BusyQueue(scene);
  scene.begin();
  stream.start();
  busy.start();
  const ticking = setInterval(() => progress(progressText(scene)), 1_000);
  try {
    await fault.inflict(scene);
    await delay(scene.leftMs);
    await stream.stop();
    await fault.heal?.(scene);
    scene.healedAt = Date.now();
    await workers.heal();
  } finally {
    clearInterval(ticking);
    await stream.stop();
  }
  const promised = { definitions, activeFrom, enqueued: stream.confirmed };
  try {
    return await conclude({ fault, scene, progress, window, promised, busy });
  } finally {
    await busy.stop();
  }
}

async function windowOf(control, seconds) {
  const startAt = new Date((await control.now()).getTime() + LEAD_MS);
  return { startAt, endAt: new Date(startAt.getTime() + seconds * 1_000) };
}

/** Jobs get fixed ids, so that the expected occurrences are known without reading the store. */
async function schedule({ fault, scene, window }) {
  const jobs = jobsOf({ window, leaseMs: LEASE.duration, random: scene.random });
  const more = fault.jobs?.({ scene, window, leaseMs: LEASE.duration }) ?? [];
  const types = typesOn(scene.store);
  const definitions = [...jobs, ...more].map((job) => ({
    id: `job-${job.name}`,
    ...job,
    type: types.includes(job.type) ? job.type : FENCED,
  }));
  await Promise.all(definitions.map((definition) => scene.control.scheduler.schedule(definition)));
  return definitions;
}

/** On a store without transactions every effect is guarded by its fence. */
function typesOn(store) {
  return STORES[store].transactions ? [FENCED, TRANSACTIONAL] : [FENCED];
}

async function conclude({ fault, scene, progress, window, promised, busy }) {
  const { control, workers, healedAt } = scene;
  const [recoveryMs, flows] = await Promise.all([
    probeRecovery({ control, healedAt }),
    busy.flowsAgain(healedAt),
  ]);
  progress('draining');
  const stuck = await drain({ control, window, healedAt });
  await workers.stop();
  await busy.stop();
  const facts = await collectFacts({ scene, ...promised });
  const violations = await judge({ scene, fault, facts, stuck, recoveryMs, flows });
  return { violations, recoveryMs, figures: figuresOf(scene, facts), notes: scene.notes };
}

function figuresOf({ figures, workers }, { executions, starts, refusedEffects }) {
  return {
    executions: executions.length,
    starts: starts.length,
    ...figures,
    refused: workers.refusedCompletions,
    lost: workers.givenUp.size,
    refusedEffects,
  };
}

function progressText({ leftMs, seconds, witness, figures }) {
  const counted = Object.entries(figures).map(([name, value]) => `, ${value} ${name}`);
  return `${Math.round(seconds - leftMs / 1_000)} of ${seconds} s, ${witness.starts.length} starts${counted.join('')}`;
}
