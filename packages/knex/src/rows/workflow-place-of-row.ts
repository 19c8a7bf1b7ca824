import type { WorkflowPlace } from '@scheduler/contracts';
import { parseJson } from '@scheduler/contracts/adapter';
import type { Row } from '../database/results.js';
import { detailsOf } from './execution-details.js';

/** A place is written without nested objects, and in this order. */
const STORED_PLACE = /"workflow":(\{"run":"[^{}]*?"round":\d+\})/;

/**
 * The place of an execution in a run, even if the rest of its details cannot be read: the run has to learn that it has ended. Null: it belongs to
 * none, or the place itself is corrupt.
 */
export function placeOfRow(row: Row): WorkflowPlace | null {
  const details = String(row['details']);
  try {
    return detailsOf.parse(details).workflow;
  } catch {
    return salvaged(details);
  }
}

function salvaged(details: string): WorkflowPlace | null {
  const text = details.match(STORED_PLACE)?.[1];
  try {
    return text === undefined ? null : (parseJson(text) as unknown as WorkflowPlace);
  } catch {
    return null;
  }
}
