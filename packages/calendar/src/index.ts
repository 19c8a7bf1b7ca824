export { createCalendarExporter, type CalendarExporterOptions } from './calendar-exporter.js';
