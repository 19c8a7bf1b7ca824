import type { StandardIssue, StandardSchema } from '../typed/standard-schema.js';

export class Refused extends Error {
  constructor(readonly issues: readonly StandardIssue[]) {
    super('refused');
  }
}

/** A schema from a function: `read` returns the value, or throws Refused. */
export function schemaOf<TInput, TOutput = TInput>(
  read: (value: unknown) => TOutput,
): StandardSchema<TInput, TOutput> {
  return {
    '~standard': {
      version: 1,
      vendor: 'by-hand',
      validate: (value) => {
        try {
          return { value: read(value) };
        } catch (error) {
          if (error instanceof Refused) return { issues: error.issues };
          throw error;
        }
      },
    },
  };
}

export interface Invoice {
  readonly customer: string;
  readonly dueOn: string;
}

/** The output of the schema below. */
export interface ReadInvoice {
  readonly customer: string;
  readonly dueOn: Date;
}

export const invoiceSchema = schemaOf<Invoice, ReadInvoice>((value) => {
  const { customer, dueOn } = (value ?? {}) as Partial<Invoice>;
  const issues: StandardIssue[] = [];
  if (typeof customer !== 'string') issues.push({ message: 'is not a text', path: ['customer'] });
  if (Number.isNaN(Date.parse(String(dueOn))))
    issues.push({ message: 'is not a day', path: [{ key: 'dueOn' }] });
  if (issues.length > 0) throw new Refused(issues);
  return { customer: String(customer), dueOn: new Date(String(dueOn)) };
});

export interface Receipt {
  readonly number: number;
}

export const receiptSchema = schemaOf<Receipt>((value) => {
  const { number } = (value ?? {}) as Partial<Receipt>;
  if (typeof number !== 'number') throw new Refused([{ message: 'is not a number', path: ['number'] }]);
  return { number };
});
