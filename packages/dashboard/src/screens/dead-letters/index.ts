export { DeadLettersScreen } from './dead-letters-screen.jsx';
