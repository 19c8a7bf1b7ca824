export { SimulatorScreen } from './simulator-screen.jsx';
