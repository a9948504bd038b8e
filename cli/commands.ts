/** All commands of the program. */
import { backupCommand } from './backup/backup.ts';
import { restoreCommand } from './backup/restore.ts';
import { buildCommand } from './build/build.ts';
import { checkCommand } from './check/check.ts';
import { compareCommand } from './compare/compare.ts';
import { completionCommand } from './completion/completion.ts';
import { cancelCommand } from './control/cancel.ts';
import { deleteCommand } from './control/delete.ts';
import { forkCommand } from './control/fork.ts';
import { hookCommand } from './control/hook.ts';
import { pauseCommand } from './control/pause.ts';
import { resumeCommand } from './control/resume.ts';
import { retryCommand } from './control/retry.ts';
import { startCommand } from './control/start.ts';
import { wakeCommand } from './control/wake.ts';
import { doctorCommand } from './doctor/doctor.ts';
import { explainCommand } from './explain/explain.ts';
import { graphCommand } from './graph/graph.ts';
import { initCommand } from './init/init.ts';
import { lspCommand } from './lsp/lsp.ts';
import { migrateCommand } from './migrate/migrate.ts';
import { migrateStoreCommand } from './store/migrate-store.ts';
import { exportCommand } from './moving/export.ts';
import { importCommand } from './moving/import.ts';
import type { CliCommand } from './program/command.ts';
import type { CommandGroup } from './program/help.ts';
import { reencryptCommand } from './reencrypt/reencrypt.ts';
import { errorsCommand } from './runs/errors.ts';
import { logsCommand } from './runs/logs.ts';
import { replayCommand } from './runs/replay.ts';
import { runsCommand } from './runs/runs.ts';
import { showCommand } from './runs/show.ts';
import { streamCommand } from './runs/stream.ts';
import { checkStoreCommand } from './store/check-store.ts';
import { purgeCommand } from './store/purge.ts';
import { statsCommand } from './store/stats.ts';
import { webCommand } from './web/web.ts';
import { workersCommand } from './store/workers.ts';
import { workerCommand } from './worker/worker.ts';

/** The commands, as the help groups them. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  {
    title: 'Projects',
    commands: [
      initCommand,
      migrateCommand,
      buildCommand,
      graphCommand,
      checkCommand,
      compareCommand,
      lspCommand,
      doctorCommand,
      explainCommand,
    ],
  },
  { title: 'Runs', commands: [runsCommand, errorsCommand, showCommand, logsCommand, streamCommand, replayCommand] },
  {
    title: 'Control',
    commands: [
      startCommand,
      cancelCommand,
      retryCommand,
      forkCommand,
      pauseCommand,
      resumeCommand,
      wakeCommand,
      hookCommand,
      deleteCommand,
    ],
  },
  {
    title: 'Stores',
    commands: [
      workerCommand,
      webCommand,
      statsCommand,
      workersCommand,
      checkStoreCommand,
      purgeCommand,
      backupCommand,
      restoreCommand,
      exportCommand,
      importCommand,
      reencryptCommand,
      migrateStoreCommand,
    ],
  },
  { title: 'Shell', commands: [completionCommand(() => COMMANDS)] },
];

/** All of them. */
export const COMMANDS: readonly CliCommand[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);
