import type { AgentDispatcher, DispatchAgent, JsonValue } from '@scheduler/contracts';

/** Something that can be asked, and answers. */
export interface Agent {
  readonly name: string;
  answer(input: JsonValue, signal: AbortSignal): Promise<JsonValue>;
}

/** The agents of this product, by their names. Elsewhere it would be a queue, or a service of its own. */
export class AgentDirectory implements AgentDispatcher {
  private readonly agents: ReadonlyMap<string, Agent>;

  constructor(agents: readonly Agent[]) {
    this.agents = new Map(agents.map((agent) => [agent.name, agent]));
  }

  dispatch({ agent: name, input, signal }: DispatchAgent): Promise<JsonValue> {
    const agent = this.agents.get(name);
    if (agent === undefined)
      throw new Error(`there is no agent ${name}; known: ${[...this.agents.keys()].join(', ')}`);
    return agent.answer(input, signal);
  }
}
