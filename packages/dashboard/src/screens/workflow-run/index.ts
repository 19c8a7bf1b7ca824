export { WorkflowRunScreen } from './workflow-run-screen.jsx';
