export { AuditScreen } from './audit-screen.jsx';
