export { QueuesScreen } from './queues-screen.jsx';
