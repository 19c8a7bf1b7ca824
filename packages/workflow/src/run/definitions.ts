import {
  DEADLINE_STEP,
  type JobType,
  stepType,
  WorkflowInvalid,
  type WorkflowPlace,
  WorkflowUnknown,
} from '@scheduler/contracts';
import type { StepCode, WorkflowDefinition } from '../declare/workflow-definition.js';

/** A rollback that the program does not have waits for a node that has it. */
function phasesOf({ rollback }: StepCode): readonly WorkflowPlace['phase'][] {
  return rollback === undefined ? ['when', 'run'] : ['when', 'run', 'undo'];
}

/** The workflows of a program, by their names. */
export class Definitions {
  private readonly byName = new Map<string, WorkflowDefinition>();
  private readonly codeByType = new Map<string, StepCode | null>();

  /** Also adds the workflows that its steps start. Throws WorkflowInvalid where another workflow has the name. */
  add(definition: WorkflowDefinition): void {
    const known = this.byName.get(definition.name);
    if (known === definition) return;
    if (known !== undefined)
      throw new WorkflowInvalid({
        field: 'definitions',
        value: definition.name,
        problem: 'is the name of two workflows',
        accepted: 'another name for one of them',
      });
    this.byName.set(definition.name, definition);
    const { name } = definition;
    this.codeByType.set(stepType(name, DEADLINE_STEP), null);
    for (const [step, code] of definition.steps) {
      for (const phase of phasesOf(code)) this.codeByType.set(stepType(name, step, phase), code);
      if (typeof code.child === 'object') this.add(code.child);
    }
  }

  /** Throws WorkflowInvalid where a workflow starts one that is not defined. */
  checkChildren(): void {
    for (const { name, steps } of this.byName.values())
      for (const [step, { child }] of steps)
        if (typeof child === 'string' && !this.byName.has(child))
          throw new WorkflowInvalid({
            field: `${name}.${step}.workflow`,
            value: child,
            problem: 'is not a workflow of this program',
            accepted: [...this.byName.keys()].join(', '),
          });
  }

  all(): readonly WorkflowDefinition[] {
    return [...this.byName.values()];
  }

  names(): readonly string[] {
    return [...this.byName.keys()].sort();
  }

  find(name: string): WorkflowDefinition | null {
    return this.byName.get(name) ?? null;
  }

  /** Throws WorkflowUnknown. */
  get(name: string): WorkflowDefinition {
    const definition = this.find(name);
    if (definition === null) throw new WorkflowUnknown(name, this.names());
    return definition;
  }

  /** The types of all steps, in each of their phases. */
  types(): readonly string[] {
    return [...this.codeByType.keys()];
  }

  hasType(type: JobType | string): boolean {
    return this.codeByType.has(type);
  }

  /** The functions of the step that a type belongs to. Null: it is a timer, or no type of a step. */
  codeOfType(type: string): StepCode | null {
    return this.codeByType.get(type) ?? null;
  }
}
