export { EventsScreen } from './events-screen.jsx';
