import { type CronField, DAY_OF_WEEK, sizeOf } from './cron-field.js';
import { refuseExpression } from './cron-refusal.js';

const MOST_ITEMS = 100;

/** Reads one field of an expression. It knows the whole expression for its error messages. */
export class FieldReader {
  constructor(
    readonly field: CronField,
    readonly text: string,
    private readonly expression: string,
  ) {}

  items(): readonly string[] {
    const items = this.text.split(',');
    if (items.length > MOST_ITEMS) {
      throw this.refuse(this.text, `has ${items.length} list items, more than ${MOST_ITEMS}`);
    }
    if (items.includes('')) throw this.refuse(this.text, 'has an empty part');
    return items;
  }

  /** The values of one item: a star, a number, a name or a range, with or without a step. */
  values(item: string): readonly number[] {
    const [base = '', step, ...more] = item.split('/');
    if (more.length > 0) throw this.refuse(item, 'has more than one step');
    if (base === '' || step === '') throw this.refuse(item, 'has an empty part');
    const stride = step === undefined ? 1 : this.stride(item, step);
    if (base === '*') return this.sequence(this.field.min, this.field.max, stride);
    const [from = '', to, ...rest] = base.split('-');
    if (rest.length > 0) throw this.refuse(item, 'is not a range');
    if (from === '' || to === '') throw this.refuse(item, 'has an empty part');
    const first = this.number(item, from);
    if (to !== undefined) return this.sequence(first, this.number(item, to), stride);
    return step === undefined ? [this.fold(first)] : this.sequence(this.fold(first), this.field.max, stride);
  }

  /** The value of a number or name of the field. 7 stays 7 here, so that `5-7` is a range. */
  number(item: string, text: string): number {
    const { field } = this;
    const named = field.names.indexOf(text.toUpperCase());
    if (named >= 0) return named + field.min;
    if (!/^[0-9]+$/.test(text)) throw this.refuse(item, this.explainWord(text));
    const highest = field === DAY_OF_WEEK ? 7 : field.max;
    const value = Number(text);
    if (value < field.min || value > highest || text.length > 2) throw this.refuse(item, 'is out of range');
    return value;
  }

  /** Brings a value that went past the end of the field back into it: 7 becomes 0, which is Sunday. */
  fold(value: number): number {
    return value > this.field.max ? value - sizeOf(this.field) : value;
  }

  refuse(item: string, problem: string): Error {
    return refuseExpression(
      this.expression,
      `${this.field.name} field, part ${JSON.stringify(item)}: ${problem}`,
      `for the ${this.field.name}: ${this.field.accepted}`,
    );
  }

  private stride(item: string, step: string): number {
    if (!/^[0-9]+$/.test(step)) throw this.refuse(item, 'has a step that is not a number');
    const stride = Number(step);
    if (stride === 0) throw this.refuse(item, 'has the step 0');
    if (stride > sizeOf(this.field)) {
      throw this.refuse(item, `has a step beyond the ${sizeOf(this.field)} values of the field`);
    }
    return stride;
  }

  /** The values from one to the other, past the end of the field if the second is smaller. */
  private sequence(from: number, to: number, stride: number): readonly number[] {
    const last = to < from ? to + sizeOf(this.field) : to;
    const values: number[] = [];
    for (let value = from; value <= last; value += stride) values.push(this.fold(value));
    return values;
  }

  private explainWord(text: string): string {
    if (text === '?') return '? stands alone, and only in the two day fields';
    if (/^h(\(|$)/i.test(text)) return 'H (a hashed value) is not supported; choose a number';
    return this.field.names.length === 0 ? 'is not a number' : 'is neither a number nor a name';
  }
}
