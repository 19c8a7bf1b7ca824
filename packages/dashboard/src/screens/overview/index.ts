export { OverviewScreen } from './overview-screen.jsx';
