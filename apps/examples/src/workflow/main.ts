import type { WorkflowStepEventData } from '@scheduler/contracts';
import { createSchedulerNode, SystemClock } from '@scheduler/core';
import { createMemoryStore } from '@scheduler/memory';
import { createWorkflows, defineWorkflow } from '@scheduler/workflow';
import { z } from 'zod';

/** Three regions are counted at once, somebody approves the sum, and only then the report is published. */
const monthlyReport = defineWorkflow(
  'monthly_report',
  { input: z.object({ month: z.string() }), attributes: ({ month }) => ({ month }) },
  (w) => {
    const regions = w.step('find_regions', () => ['north', 'south', 'west']);
    // One execution for each region, two at a time, on whichever node is free.
    const sales = w.map('count_sales', regions, ({ item }) => ({ region: item, sales: item.length * 100 }), {
      concurrency: 2,
    });
    const forecast = w.step('forecast', () => ({ next: 1_500 }), { after: regions });
    const total = w.step(
      'add_up',
      ({ outputs }) => ({
        total: outputs(sales).reduce((sum, { sales: one }) => sum + one, 0),
        forecast: outputs(forecast).next,
      }),
      { after: [sales, forecast] },
    );
    const approved = w.approval<{ note: string }>('approve', { after: total, timeout: '3d' });
    // The cover is optional: without a printer the report is published all the same.
    const cover = w.step('print_cover', () => 'cover.pdf', { after: total, when: () => false });
    w.step(
      'publish',
      ({ input, outputs }) =>
        console.log(
          `${input.month}: ${outputs(total).total}, forecast ${outputs(total).forecast}, ` +
            `note: ${outputs(approved)?.note}, cover: ${outputs(cover) ?? 'none'}`,
        ),
      { after: [total, approved, cover] },
    );
  },
);

/** A graph with a fan-out, a join, a condition and an approval, and what became of each step. */
async function main(): Promise<void> {
  const clock = new SystemClock();
  const workflows = createWorkflows({ definitions: [monthlyReport] });
  const node = createSchedulerNode({ clock, store: createMemoryStore({ clock }), workflows });

  // An event of this process tells that the approval waits. A person would find it in a list instead.
  const waits = new Promise<void>((resolve) => {
    node.events.subscribe({
      names: ['scheduler:workflow.step_started'],
      listener: ({ data }) => {
        if ((data as WorkflowStepEventData).step === 'approve') resolve();
      },
    });
  });
  await node.start();
  const { id } = await workflows.start(monthlyReport, { month: '2030-01' });
  await waits;
  console.log(`The step approve: ${(await workflows.why(id, 'approve')).reason}.`);
  await workflows.approve(id, 'approve', { by: 'ada', data: { note: 'well done' } });

  const run = await workflows.waitFor(id);
  console.log(`The workflow is ${run.status}.`);
  console.log(await workflows.toTable(id));
  await node.stop();
}

void main();
