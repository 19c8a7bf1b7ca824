import { hasWorkflowEnded, type Timer, WorkflowNotFound, type WorkflowRun } from '@scheduler/contracts';
import type { AdvancedRuns, WorkflowRepository } from '@scheduler/contracts/adapter';
import type { WorkflowServices } from '@scheduler/core';

export interface WaitRequest {
  readonly id: string;
  readonly get: () => Promise<WorkflowRun | null>;
}

type WaitServices = Pick<WorkflowServices, 'clock' | 'config'> & {
  readonly runs: Pick<WorkflowRepository, 'onAdvanced'>;
};

/** Waits for the end of a run: told by this process at once, and found by looking where another process advances it. */
export function waitForEnd(services: WaitServices, request: WaitRequest): Promise<WorkflowRun> {
  return new Promise((resolve, reject) => new EndOfRun(services, request, { resolve, reject }).begin());
}

class EndOfRun {
  private timer: Timer | null = null;
  private stopListening: () => void = () => undefined;
  private isOver = false;

  constructor(
    private readonly services: WaitServices,
    private readonly request: WaitRequest,
    private readonly done: {
      readonly resolve: (run: WorkflowRun) => void;
      readonly reject: (error: unknown) => void;
    },
  ) {}

  begin(): void {
    const { runs } = this.services;
    const { id } = this.request;
    this.stopListening = runs.onAdvanced(({ runs: changed }: AdvancedRuns) => {
      const run = changed.find((one) => one.id === id);
      if (run !== undefined && hasWorkflowEnded(run.status)) this.look();
    });
    this.look();
  }

  private look(): void {
    void this.request.get().then(
      (run) => {
        if (this.isOver) return;
        if (run === null) this.fail(new WorkflowNotFound(this.request.id));
        else if (hasWorkflowEnded(run.status)) this.finish(() => this.done.resolve(run));
        else this.lookAgain();
      },
      (error: unknown) => this.fail(error),
    );
  }

  private lookAgain(): void {
    const { clock, config } = this.services;
    this.timer?.cancel();
    this.timer = clock.setTimer({ delayMs: config.pollIntervalMs, callback: () => this.look() });
  }

  private fail(error: unknown): void {
    this.finish(() => this.done.reject(error));
  }

  private finish(answer: () => void): void {
    if (this.isOver) return;
    this.isOver = true;
    this.stopListening();
    this.timer?.cancel();
    answer();
  }
}
