export { ExecutionScreen } from './execution-screen.jsx';
