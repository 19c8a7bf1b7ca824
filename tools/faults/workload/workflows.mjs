import { defineWorkflow } from '@scheduler/workflow';

/** The workflow of an order. `ORDER_ENDS` tells how it ends. */
export const ORDER = 'faults_order';
/** A map with a join after it. */
export const PARCELS = 'faults_parcels';
/** The map of `PARCELS`, and its join. */
export const MAP_STEP = 'pack_each';
export const JOIN_STEP = 'ship_all';

/** How an order ends, by the `fate` of its input: nothing that happens to nodes may change that. */
export const ORDER_ENDS = {
  delivered: 'completed',
  'not paid': 'compensated',
  'not deliverable': 'compensated',
};

/** Enough retries for every death and every lost lease of a run. */
const PATIENT = { maxRetries: 60, backoff: { strategy: 'fixed', delay: '100ms' } };

/**
 * The workflows of the harness. Every step that has an effect has a rollback.
 *
 * @param work see `worker/step-work.mjs`; the harness's own node, which runs nothing, gives none
 */
export function workflowDefinitions(work) {
  const undone = { ...PATIENT, rollback: { run: (context) => work.undo(context), ...PATIENT } };
  return [orderWorkflow(work, undone), parcelsWorkflow(work, undone)];
}

/** Reserve, charge, then three branches: one with a retry, one with a condition, one with two rivals of which the first counts. Ship joins them. */
function orderWorkflow(work, undone) {
  const does = (how) => (context) => work.run(context, how?.(context.input));
  return defineWorkflow(ORDER, {}, (w) => {
    const reserve = w.step('reserve', does(), undone);
    const isNotPaid = ({ fate }) => ({ isHopeless: fate === 'not paid' });
    const charge = w.step('charge', does(isNotPaid), { ...undone, after: reserve });
    const pack = w.step(
      'pack',
      does(({ fails }) => ({ fails })),
      { ...undone, after: charge },
    );
    const wrap = w.step('wrap', does(), { ...undone, after: charge, when: ({ input }) => input.isGift });
    const post = w.step('ask_post', does(), { ...undone, after: charge });
    const courier = w.step('ask_courier', does(), { ...undone, after: charge });
    const label = w.step('label', does(), { ...undone, afterAny: [post, courier] });
    const isLost = ({ fate }) => ({ isHopeless: fate === 'not deliverable' });
    w.step('ship', does(isLost), { ...undone, after: [pack, wrap, label] });
  });
}

/** The join fails for good unless it sees what every item returned. */
function parcelsWorkflow(work, undone) {
  return defineWorkflow(PARCELS, {}, (w) => {
    const each = w.map(
      MAP_STEP,
      ({ input }) => Array.from({ length: input.items }, (_, number) => number),
      (context) => work.run(context),
      undone,
    );
    w.step(
      JOIN_STEP,
      (context) => {
        const isHopeless = context.outputs(each).filter(Boolean).length !== context.input.items;
        return work.run(context, { isHopeless });
      },
      { ...undone, after: each },
    );
  });
}
