export { WorkflowsScreen } from './workflows-screen.jsx';
