import { withoutOptions } from './child-words.js';

describe('the words for a process of a supervisor', () => {
  it.each([
    ['schedule:work --processes 4 --json', 'schedule:work --json'],
    ['schedule:work --processes=auto --max-rss=512mb', 'schedule:work'],
    [
      '--config a.js schedule:work --max-rss 1gb --queues mails',
      '--config a.js schedule:work --queues mails',
    ],
    ['schedule:work --queues mails -- --processes 4', 'schedule:work --queues mails -- --processes 4'],
  ])('%s: %s', (given, left) => {
    expect(withoutOptions(given.split(' '), ['processes', 'max-rss']).join(' ')).toBe(left);
  });
});
