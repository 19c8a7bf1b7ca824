export { AlertsScreen } from './alerts-screen.jsx';
