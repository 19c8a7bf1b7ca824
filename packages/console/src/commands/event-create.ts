import type { EventAction, EventPayload } from '@scheduler/contracts';
import { Command } from '../command/command.js';
import type { CommandOption } from '../command/command-declaration.js';
import type { CommandContext } from '../command/command-context.js';
import type { CommandInput } from '../command/command-input.js';
import { UsageError } from '../output/console-error.js';
import { styled } from '../output/text.js';
import { readDuration, readJson, readPriority } from '../reading/read-values.js';
import { describeAction } from '../views/event-handler-view.js';
import { noteIfNotDurable } from './job-command.js';

const ACTIONS = ['create-job', 'enqueue', 'agent', 'workflow', 'action'] as const;

export class EventCreate extends Command {
  readonly name = 'event:create';
  readonly description = 'Store an event handler: what to do when an event is triggered';
  override readonly arguments = [{ name: 'event', description: 'name of the event, such as ticket:created' }];
  override readonly options: readonly CommandOption[] = [
    { flags: '--create-job <type>', description: 'create a job of this type, which runs once' },
    { flags: '--enqueue <type>', description: 'enqueue work of this type' },
    { flags: '--agent <agent>', description: 'dispatch to this agent' },
    { flags: '--workflow <workflow>', description: 'start this workflow' },
    { flags: '--action <json>', description: 'any action with all its fields, as JSON' },
    {
      flags: '--payload <json>',
      description: 'event for the data of the event (default), or an object that gets it as its member event',
    },
    {
      flags: '--delay <duration>',
      description: 'the delay after the event; with --create-job and --enqueue',
    },
    { flags: '--queue <queue>', description: 'the queue of the created work (default "default")' },
    { flags: '--name <name>', description: 'unique for the event; a handler of the same name is replaced' },
    {
      flags: '--priority <priority>',
      description: 'order of the handlers: 0 to 9, lower is called earlier (default 5)',
    },
    { flags: '--disabled', description: 'store it disabled, until event:enable' },
    {
      flags: '--tenant <tenant>',
      description: 'react only to events of this tenant (default: to those without a tenant)',
    },
    { flags: '--all-tenants', description: 'react to the events of all tenants, and to those without one' },
  ];
  override readonly help = `Examples:
  scheduler event:create ticket:created --create-job escalate_ticket --delay 48h
  scheduler event:create ticket:created --agent ticket-triage --priority high
  scheduler event:create user:signup --action '{"kind":"create_job","definition":{"type":"drip","trigger":{"kind":"every","durationMs":86400000},"maxExecutions":7}}'`;

  async run(input: CommandInput, context: CommandContext): Promise<void> {
    const { io } = context;
    const action = await readAction(input, context);
    const [name, priority, tenant] = [input.text('name'), readPriority(input), input.text('tenant')];
    const node = await context.node();
    const handler = await node.scheduler.onEvent(input.argument('event'), action, {
      ...(name === undefined ? {} : { name }),
      ...(priority === undefined ? {} : { priority }),
      ...(tenant === undefined ? {} : { tenant }),
      ...(input.flag('all-tenants') ? { allTenants: true } : {}),
      ...(input.flag('disabled') ? { enabled: false } : {}),
    });
    noteIfNotDurable(node, io);
    io.result({ handler }, () => {
      const does = `: ${describeAction(handler)} on ${handler.eventName}`;
      io.info('stored ', styled('bold', handler.name), ` (${handler.id})`, does);
    });
  }
}

async function readAction(input: CommandInput, context: CommandContext): Promise<EventAction> {
  const [kind, ...more] = ACTIONS.filter((flag) => input.text(flag) !== undefined);
  if (kind === undefined || more.length > 0) {
    const flags = ACTIONS.map((flag) => `--${flag}`).join(', ');
    throw new UsageError(`exactly one of ${flags} is needed; ${kind === undefined ? 'none' : 'more'} given`);
  }
  if (kind === 'action') {
    refuseOptions(input, kind, ['payload', 'delay', 'queue']);
    return (await readJson(input, context, 'action')) as EventAction;
  }
  const target = input.text(kind) ?? '';
  const payload = await readTemplate(input, context);
  const [delay, queue] = [readDuration(input, 'delay'), input.text('queue')];
  const lane = queue === undefined ? {} : { queue };
  if (kind === 'agent' || kind === 'workflow') {
    refuseOptions(input, kind, ['delay']);
    const dispatch = { ...(payload === undefined ? {} : { input: payload }), ...lane };
    return kind === 'agent'
      ? { kind: 'dispatch_agent', agent: target, ...dispatch }
      : { kind: 'trigger_workflow', workflow: target, ...dispatch };
  }
  const work = {
    type: target,
    ...(payload === undefined ? {} : { payload }),
    ...(delay === undefined ? {} : { delay }),
    ...lane,
  };
  return kind === 'create-job'
    ? { kind: 'create_job', definition: work }
    : { kind: 'enqueue', request: work };
}

async function readTemplate(input: CommandInput, context: CommandContext): Promise<EventPayload | undefined> {
  if (input.text('payload') === 'event') return 'event';
  return (await readJson(input, context, 'payload')) as EventPayload | undefined;
}

function refuseOptions(input: CommandInput, kind: string, options: readonly string[]): void {
  const unfitting = options.find((option) => input.text(option) !== undefined);
  if (unfitting !== undefined) throw new UsageError(`--${unfitting} has no effect with --${kind}`);
}
