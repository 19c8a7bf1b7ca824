import { conditionWords } from './condition-words.js';

describe('the condition of a rule in words', () => {
  it.each([
    [
      { metric: 'scheduler.failure_rate', operator: 'gt', value: 10, duration_ms: 300_000 },
      'executions that fail: more than 10 % over 5 min',
    ],
    [
      { metric: 'scheduler.queue.growth', operator: 'gte', value: 1_000, duration_ms: 900_000 },
      'more waiting executions: at least 1,000 within 15 min',
    ],
    [
      { metric: 'scheduler.queue.size', operator: 'gt', value: 5, duration_ms: 60_000 },
      'waiting executions: more than 5 for 1 min',
    ],
    [
      { metric: 'scheduler.dispatch.lag', operator: 'gt', value: 300_000, duration_ms: 0 },
      'time since a job was due that nobody fired: more than 5 min',
    ],
    [
      { metric: 'scheduler.jobs.unsuccessful', operator: 'gt', value: 0, duration_ms: 0 },
      'time without an expected success: any',
    ],
    [
      { metric: 'scheduler.executions.success_rate', operator: 'lt', value: 99.5, duration_ms: 3_600_000 },
      'executions that succeed: less than 99.5 % over 1 h',
    ],
  ] as const)('names what is measured, how it compares and over which time: %j', (condition, words) => {
    expect(conditionWords(condition)).toBe(words);
  });
});
