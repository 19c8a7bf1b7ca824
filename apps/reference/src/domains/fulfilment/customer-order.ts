import { payload } from '../shared/payload.js';
import { inputSchema } from '../shared/input-schema.js';
import { EMAIL } from '../onboarding/users.js';

/** What a customer has ordered: the input of the workflow that fulfils it. */
export interface CustomerOrder {
  readonly orderId: string;
  readonly email: string;
  readonly country: string;
  readonly product: string;
  readonly quantity: number;
  readonly totalCents: number;
}

const MOST_ITEMS = 1_000;
const HIGHEST_TOTAL_CENTS = 100_000_000;

export function readCustomerOrder(value: unknown): CustomerOrder {
  const fields = payload.object(value);
  return {
    orderId: payload.text(fields, 'orderId'),
    email: payload.matching(fields, 'email', EMAIL),
    country: payload.text(fields, 'country'),
    product: payload.text(fields, 'product'),
    quantity: payload.wholeNumber(fields, 'quantity', { min: 1, max: MOST_ITEMS }),
    totalCents: payload.wholeNumber(fields, 'totalCents', { min: 0, max: HIGHEST_TOTAL_CENTS }),
  };
}

export const customerOrderSchema = inputSchema(readCustomerOrder);
