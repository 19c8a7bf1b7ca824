export { JobsScreen } from './jobs-screen.jsx';
