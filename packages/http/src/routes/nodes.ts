import { z } from 'zod';
import { time } from '../fields/json-fields.js';
import { snaked } from '../fields/snake-case.js';
import { executionSchema, executionView } from '../views/execution-view.js';
import { answer } from './answers.js';
import { route, type Route } from '../declare/route.js';

const leaderSchema = z.strictObject({ node: z.string(), epoch: z.int(), until: time }).nullable();
const MOST_ATTEMPTS = 1_000;

/** What concerns the nodes as a whole, whoever's work they run. */
const shared = { tenants: 'all', tag: 'Nodes' } as const;

export const NODE_ROUTES: readonly Route[] = [
  route({
    ...shared,
    method: 'GET',
    path: '/leader',
    permission: 'nodes:read',
    operation: 'nodes.leader',
    summary: 'The node that fires jobs and cleans up for all nodes.',
    answers: {
      200: answer('The leader; null where none is needed.', z.strictObject({ leader: leaderSchema })),
    },
    handle: async ({ node }) => ({ status: 200, body: { leader: snaked(await node.leadership.leader()) } }),
  }),
  route({
    ...shared,
    method: 'GET',
    path: '/nodes',
    permission: 'nodes:read',
    operation: 'nodes.list',
    summary: 'This node, the leader, and what runs now on which node.',
    answers: {
      200: answer(
        'The nodes.',
        z.strictObject({
          this_node: z.strictObject({ id: z.string(), running: z.boolean(), is_leader: z.boolean() }),
          leader: leaderSchema,
          nodes: z.array(z.strictObject({ id: z.string(), running_executions: z.array(z.string()) })),
        }),
      ),
    },
    handle: async ({ node }) => {
      const [leader, running] = await Promise.all([node.leadership.leader(), node.runningJobs()]);
      const byNode = new Map<string, string[]>(node.running ? [[node.id, []]] : []);
      // It may run nothing, and is a node all the same.
      if (leader !== null && !byNode.has(leader.node)) byNode.set(leader.node, []);
      for (const { owner, id } of running)
        if (owner !== null) byNode.set(owner, [...(byNode.get(owner) ?? []), id]);
      const body = {
        this_node: { id: node.id, running: node.running, is_leader: node.leadership.isLeader() },
        leader: snaked(leader),
        nodes: [...byNode].map(([id, executions]) => ({ id, running_executions: executions })),
      };
      return { status: 200, body };
    },
  }),
  route({
    ...shared,
    method: 'POST',
    path: '/process',
    permission: 'process:run',
    operation: 'process.run',
    summary:
      'Fires what is due once and runs what waits, up to a limit: for platforms that only call by HTTP.',
    body: z.strictObject({
      run: z.boolean().default(true),
      limit: z.int().min(1).max(MOST_ATTEMPTS).default(100),
    }),
    bodyRequired: false,
    answers: {
      200: answer(
        'What was done.',
        z.strictObject({
          now: time,
          due: z.int(),
          fired: z.int(),
          skipped: z.int(),
          conflicts: z.int(),
          quarantined: z.array(z.string()),
          ran: z.array(executionSchema),
        }),
      ),
    },
    handle: async ({ body, node }) => {
      const tick = await node.tick();
      const drained = body.run ? await node.drain({ limit: body.limit }) : null;
      const report = {
        now: tick.now.toISOString(),
        due: tick.due,
        fired: tick.fired.length,
        skipped: tick.skipped.length,
        conflicts: tick.conflicts,
        quarantined: [...tick.quarantined],
      };
      const ran = drained?.executions.map(executionView) ?? [];
      return { status: 200, body: { ...report, ran }, audit: { after: { ...report, ran: ran.length } } };
    },
  }),
];
