export { LimitsScreen } from './limits-screen.jsx';
