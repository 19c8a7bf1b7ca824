export { ForecastScreen } from './forecast-screen.jsx';
