import { hasWorkflowEnded, isSchedulerError, type WorkflowRun } from '@scheduler/contracts';
import type { Cluster, SimulatedProcess, WorkflowScene } from '@scheduler/testing';
import type { Workflows } from '@scheduler/workflow';

/** How long an operator waits for an answer. After that the result of the request is unknown, and it is sent again. */
const PATIENCE_MS = 5_000;

export interface PlannedStart {
  readonly workflow: string;
  readonly id: string;
  readonly input: unknown;
  readonly atMs: number;
}

/** Starts runs and changes them through nodes, which may fail at any moment. */
export class WorkflowOperator {
  readonly started: string[] = [];
  private readonly byProcess = new Map<string, Workflows>();

  constructor(private readonly scene: Pick<WorkflowScene, 'time' | 'dice' | 'store'>) {}

  /** The workflows of a process, through which it can be asked. */
  know(process: SimulatedProcess, workflows: Workflows): void {
    this.byProcess.set(process.name, workflows);
  }

  /** Asks one node after the other until the start is confirmed. The id makes it happen once. */
  start(cluster: Cluster, { workflow, id, input, atMs }: PlannedStart): void {
    this.scene.time.after(atMs, () => {
      const again = () => this.start(cluster, { workflow, id, input, atMs: 700 });
      this.ask(cluster, `start ${id}`, async (workflows) => {
        await workflows.start(workflow, input, { id });
        if (!this.started.includes(id)) this.started.push(id);
      }).catch(again);
    });
  }

  /** One of the actions of an operator, on some run. What its state does not allow is refused and changes nothing. */
  intervene(cluster: Cluster, number: number, atMs: number): void {
    this.scene.time.after(atMs, () => {
      void this.someRun(number).then(async (run) => {
        if (run === undefined) return;
        const action = ACTIONS[Math.floor(this.scene.dice.roll(`action ${number}`) * ACTIONS.length)];
        if (action === undefined) return;
        await this.ask(cluster, `intervention ${number}`, (workflows) => action(workflows, run)).catch(
          () => undefined,
        );
      });
    });
  }

  /** Does what runs wait for. */
  async serve(): Promise<void> {
    const [workflows] = this.byProcess.values();
    if (workflows === undefined) return;
    for (const run of await this.openRuns()) await serveRun(this.scene, run);
  }

  private async openRuns(): Promise<readonly WorkflowRun[]> {
    const page = { tenant: null, limit: 100, offset: 0, sortOrder: 'asc' } as const;
    const runs = (await this.scene.store.workflows?.list(page))?.items ?? [];
    return runs.filter(({ status }) => !hasWorkflowEnded(status));
  }

  private async someRun(number: number): Promise<WorkflowRun | undefined> {
    const runs = await this.openRuns();
    return runs[Math.floor(this.scene.dice.roll(`run of ${number}`) * runs.length)];
  }

  /** Rejects if the node did not answer in time, or could not reach the store. */
  private ask(
    cluster: Cluster,
    about: string,
    work: (workflows: Workflows) => Promise<unknown>,
  ): Promise<void> {
    const { dice, time } = this.scene;
    const alive = cluster.alive();
    const pick = dice.roll(`node of ${about} ${time.nowMs}`);
    const found = alive[Math.floor(pick * alive.length)];
    const workflows = found === undefined ? undefined : this.byProcess.get(found.process.name);
    if (found === undefined || workflows === undefined) return Promise.reject(new Error('no node is alive'));
    return new Promise((resolve, reject) => {
      time.after(PATIENCE_MS, () => reject(new Error('no answer')));
      found.process.post(0, () => {
        work(workflows).then(
          () => resolve(),
          (error: unknown) => (isRefusal(error) ? resolve() : reject(error as Error)),
        );
      });
    });
  }
}

/** Whether the error is an answer, which means that nothing was changed. */
function isRefusal(error: unknown): boolean {
  return isSchedulerError(error) && error.code !== 'STORE_UNAVAILABLE' && error.code !== 'SHUTTING_DOWN';
}

async function serveRun({ store }: Pick<WorkflowScene, 'store'>, { id, status, steps }: WorkflowRun) {
  const change = async (command: Parameters<NonNullable<typeof store.workflows>['change']>[0]['command']) => {
    await store.workflows?.change({ id, tenant: null, command });
  };
  if (status === 'paused') await change({ kind: 'resume', context: {} });
  for (const name of ['arrival', 'word'])
    if (steps[name]?.status === 'active')
      await change({ kind: 'signal', name, key: `served ${name}`, data: null });
}

type Action = (workflows: Workflows, run: WorkflowRun) => Promise<unknown>;

const ACTIONS: readonly Action[] = [
  (workflows, { id }) => workflows.cancel(id, { reason: 'not wanted' }),
  (workflows, { id }) => workflows.cancel(id, { reason: 'to be undone', rollback: true }),
  (workflows, { id }) => workflows.pause(id),
  (workflows, { id }) => workflows.pause(id),
  (workflows, { id }) => workflows.resume(id, { context: { resumed: true } }),
  (workflows, { id }) => workflows.resume(id),
  (workflows, { id }) => workflows.approve(id, 'decision', { by: 'somebody', data: { amount: 1 } }),
  (workflows, { id }) => workflows.approve(id, 'wanted'),
  (workflows, { id }) => workflows.reject(id, 'decision', { by: 'somebody' }),
  (workflows, { id }) => workflows.signal(id, 'arrival', { key: 'first' }),
  (workflows, { id }) => workflows.signal(id, 'arrival', { key: 'first' }),
];
