export { dashboardFiles } from './files/dashboard-files.js';
export type { DashboardFile, DashboardFiles, DashboardOptions } from './files/dashboard-files.js';
