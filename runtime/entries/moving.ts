/** Exports and imports of runs, and backups that end early, for the command line. */
export { abandonBackup } from '../world/open.ts';
export { exportRuns, freezeStore, type ExportSelection } from '../world/moving/export-runs.ts';
export { importRuns, type ImportSummary, type RefusedRun } from '../world/moving/import-runs.ts';
export { readExport, verifyExport } from '../world/moving/read-export.ts';
