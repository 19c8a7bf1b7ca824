export { SettingsScreen } from './settings-screen.jsx';
