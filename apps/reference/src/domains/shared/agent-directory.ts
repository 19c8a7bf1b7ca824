import type { AgentDispatcher, DispatchAgent, JsonValue } from '@scheduler/contracts';

/** An agent that answers a request. */
export interface Agent {
  readonly name: string;
  answer(input: JsonValue, signal: AbortSignal): Promise<JsonValue>;
}

/** The agents of this product by name. A larger product would use a queue or a separate service. */
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
