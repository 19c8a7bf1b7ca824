import type { DeadLetterEntry, DeadLetters } from '@scheduler/core';
import { z } from 'zod';
import { isoOf, time } from '../fields/json-fields.js';
import { nameText } from '../fields/query-fields.js';
import { handlerOf, HANDLER_TYPES } from '../views/job-view.js';
import { route, type Route } from '../declare/route.js';
import { answer } from './answers.js';
import { given } from './seed-job-fields.js';
import { ownOf } from './tenant-of.js';

/** As many as are read for an answer, page by page: the dead letters that are kept by default. */
const MOST_READ = 10_000;
const PAGE = 1_000;
const MOST_MESSAGES = 5;

const groupSchema = z.strictObject({
  handler_name: z.string(),
  handler_type: z.enum(HANDLER_TYPES),
  queue: z.string(),
  count: z.int(),
  first_failed_at: time,
  last_failed_at: time,
  messages: z
    .array(
      z.strictObject({
        error: z.string().nullable(),
        error_class: z.string().nullable(),
        count: z.int(),
        id: z.string(),
      }),
    )
    .meta({
      description: 'The most frequent errors with an example. Numbers in them do not tell two errors apart.',
    }),
});

type Group = z.infer<typeof groupSchema>;

export const DEAD_LETTER_GROUP_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/dead-letters/groups',
    permission: 'dead_letters:read',
    tag: 'Dead letters',
    operation: 'deadLetters.groups',
    summary: 'Dead letters by what failed: type and queue, with the most frequent errors.',
    query: z.strictObject({ queue: nameText.optional() }),
    answers: {
      200: answer(
        'The groups, the largest first.',
        z.strictObject({ total: z.int(), counted: z.int(), groups: z.array(groupSchema) }),
      ),
    },
    handle: async ({ query, node, principal, services }) => {
      const key = JSON.stringify(['dead-letter-groups', principal.tenant, query]);
      const read = () => groupsOf(ownOf(node.deadLetters, principal), query.queue);
      return { status: 200, body: await services.reports.get(key, read) };
    },
  }),
];

async function groupsOf(letters: DeadLetters, queue: string | undefined) {
  const groups = new Map<string, MutableGroup>();
  for (let counted = 0; ;) {
    const { items, total } = await letters.list({ ...given({ queue }), limit: PAGE, offset: counted });
    for (const letter of items) add(groups, letter);
    counted += items.length;
    if (items.length < PAGE || counted >= MOST_READ) return { total, counted, groups: largestFirst(groups) };
  }
}

const largestFirst = (groups: ReadonlyMap<string, MutableGroup>): Group[] =>
  [...groups.values()].map(viewOf).sort((a, b) => b.count - a.count);

interface MutableMessage {
  readonly error: string | null;
  readonly error_class: string | null;
  readonly id: string;
  count: number;
}

interface MutableGroup {
  readonly first: DeadLetterEntry;
  readonly messages: Map<string, MutableMessage>;
  count: number;
  from: Date;
  to: Date;
}

function add(groups: Map<string, MutableGroup>, letter: DeadLetterEntry): void {
  const { handler_name } = handlerOf(letter.type, letter.payload);
  const key = JSON.stringify([letter.type, handler_name, letter.queue]);
  const at = letter.lastFailedAt;
  const group = groups.get(key) ?? { first: letter, messages: new Map(), count: 0, from: at, to: at };
  groups.set(key, group);
  group.count += 1;
  if (at < group.from) group.from = at;
  if (at > group.to) group.to = at;
  const error = letter.error?.message ?? null;
  // Ids, ports and durations in a message do not make it another error.
  const pattern = (error ?? '').replace(/\d+/g, '#');
  const fresh = { error, error_class: letter.errorClass, id: letter.id, count: 0 };
  const message = group.messages.get(pattern) ?? fresh;
  message.count += 1;
  group.messages.set(pattern, message);
}

function viewOf({ first, messages, count, from, to }: MutableGroup): Group {
  const { handler_name, handler_type } = handlerOf(first.type, first.payload);
  const frequent = [...messages.values()].sort((a, b) => b.count - a.count).slice(0, MOST_MESSAGES);
  return {
    handler_name,
    handler_type,
    queue: first.queue,
    count,
    first_failed_at: isoOf(from),
    last_failed_at: isoOf(to),
    messages: frequent.map((message) => ({ ...message })),
  };
}
