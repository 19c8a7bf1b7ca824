export { ExecutionsScreen } from './executions-screen.jsx';
