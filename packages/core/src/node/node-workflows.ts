import type { WorkflowEngine, WorkflowServices } from './workflow-engine.js';

/** The workflows of a node. */
export interface NodeWorkflows {
  /** The workflows that the program gave to the node. Null: it gave none, or only something that starts workflows elsewhere. */
  readonly engine: WorkflowEngine | null;
  /**
   * What workflows use of this node. A tool attaches workflows without definitions to it, to look after stored runs whose code is elsewhere.
   * Throws FeatureNotSupported where the store keeps no workflows.
   */
  services(): WorkflowServices;
}
