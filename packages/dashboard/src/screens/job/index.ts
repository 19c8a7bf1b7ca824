export { JobScreen } from './job-screen.jsx';
