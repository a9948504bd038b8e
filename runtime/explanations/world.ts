/** The explanations of the errors of stores. */
import { worldError } from '../world/messages.ts';
import { code, explainCatalogue, type Area } from '../contract/explanation.ts';

const FILE = '/app/.workflow-data/workflow.db';
const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

/** Errors of stores. */
export const worldArea: Area = {
  title: 'The store',
  about:
    'In the log of the server, and thrown by calls that need the store. While a disk is full or busy, runs wait and then continue by themselves; no acknowledged data is lost.',
  errors: explainCatalogue(worldError, {
    world_closed: {
      sample: { store: FILE },
      why: `A World was used before \`open()\` resolved, or after \`close()\`. The runtime opens and closes its own World; this error
is for code that makes one with \`createWorld()\`.`,
      wrong: code`
        const world = await createWorld({ kind: 'sqlite', dataDir: '.workflow-data' });
        await world.readRun(runId);
      `,
      right: code`
        const world = await createWorld({ kind: 'sqlite', dataDir: '.workflow-data' });
        await world.open();
        await world.readRun(runId);
        await world.close();
      `,
    },
    world_store_missing: {
      sample: { file: FILE },
      why: `A process without workflows of its own, such as a script that lists runs, looked for a store where none is. It makes no
store, because a new one in a wrong folder would only seem to be the application's, and be empty. \`WORKFLOW_DATA_DIR\` is
relative to the working directory of the process.`,
      wrong: { sh: 'cd scripts && node list-failed-runs.ts' },
      right: { sh: 'WORKFLOW_DATA_DIR=/app/.workflow-data node scripts/list-failed-runs.ts' },
      see: ['settings'],
    },
    world_backup_unsupported: {
      sample: { store: 'memory' },
      why: `Only the embedded store has a file that can be copied. The store in memory ends with its process; it is for tests.`,
      wrong: { sh: 'WORKFLOW_WORLD=memory npx workflow backup runs.db' },
      right: { sh: 'npx workflow backup runs.db' },
      see: ['settings', 'program'],
    },
    world_backup_exists: {
      sample: { target: '/backup/runs.db' },
      why: `A backup never overwrites a file: it might be the last good one. Put the date into the name.`,
      wrong: { sh: 'npx workflow backup /backup/runs.db' },
      right: { sh: 'npx workflow backup /backup/runs-$(date +%F).db' },
      see: ['program'],
    },
    world_backup_failed: {
      sample: { target: '/backup/runs.db', detail: 'ENOENT: no such file or directory' },
      why: `The folder of the backup is missing, full or not writable; or the copy was written and turned out to be damaged. Nothing is
left behind, and the store is unchanged.`,
      wrong: { sh: 'npx workflow backup /missing/runs.db' },
      right: { sh: 'mkdir -p /backup && npx workflow backup /backup/runs.db' },
      see: ['program'],
    },
    world_backup_sealed: {
      sample: { file: FILE },
      why: `A backup holds runs that go on when a process opens it. If the original is still in use, they would go on in both: each step
twice, each mail twice. So a backup is sealed, and \`workflow restore\` is the deliberate act that makes a store of it.`,
      wrong: { sh: 'cp /backup/runs.db .workflow-data/workflow.db' },
      right: { sh: 'mv .workflow-data .workflow-data.old && npx workflow restore /backup/runs.db' },
      see: ['program', 'world_restore_occupied'],
    },
    world_restore_occupied: {
      sample: { file: FILE, found: 'workflow.db-wal' },
      why: `The folder holds a store, or the log of one. A process may have it open, and would go on writing to it; and SQLite would put
what is in a log that was left there into the restored database, which damages it.`,
      wrong: { sh: 'rm .workflow-data/workflow.db && npx workflow restore /backup/runs.db' },
      right: { sh: 'mv .workflow-data .workflow-data.old && npx workflow restore /backup/runs.db' },
      see: ['program', 'world_backup_sealed'],
    },
    world_restore_failed: {
      sample: { source: '/backup/runs.db', detail: 'file is not a database' },
      why: `The file cannot be read, is damaged or no copy of a workflow store; or the folder of the new store cannot be written. No store
was made.`,
      wrong: { sh: 'npx workflow restore runs.json' },
      right: { sh: 'npx workflow restore /backup/runs.db' },
      see: ['program'],
    },
    world_project_differs: {
      sample: { store: FILE, found: 'shop', project: 'blog' },
      why: `A worker takes every run that is due in its store. If two applications shared one, each would take the other's runs: it would
execute its own steps where they have the same names, and park the rest. So a store remembers the first application that works
with it, by the \`name\` in its \`package.json\` at the time of the build, or by \`WORKFLOW_PROJECT\`. Two packages that are
parts of one application, such as a web server and a worker, need the same \`WORKFLOW_PROJECT\`. So does a package that was
renamed: it goes on under the old name.`,
      wrong: { sh: 'WORKFLOW_DATA_DIR=/data node server.js   # in two applications' },
      right: { sh: 'WORKFLOW_DATA_DIR=/data/blog node server.js' },
      see: ['settings'],
    },
    world_schema_newer: {
      sample: { file: FILE, found: 12, known: 11 },
      why: `A newer version of the package has used this store and updated its tables. An older version does not know the new tables
and could damage them, so it does not open the store. Updates are automatic and only go forward: to return to an older version,
restore a copy of the store from before the update.`,
      wrong: { sh: 'npm install workflow@0.1.0   # the store was used by 0.2.0' },
      right: { sh: 'npm install workflow@0.2.0' },
      see: ['settings'],
    },
    world_file_corrupt: {
      sample: { file: FILE, detail: 'database disk image is malformed' },
      why: `SQLite cannot read the file. Mostly it was copied while a process was writing, without the files \`-wal\` and \`-shm\`
beside it, or it is on a network drive whose locks do not work. A power cut or a killed process does not cause this.`,
      wrong: { sh: 'cp .workflow-data/workflow.db backup.db   # while the server runs' },
      right: { sh: 'npx workflow backup backup.db' },
      see: ['promises', 'program'],
    },
    world_directory_unwritable: {
      sample: { file: FILE, detail: 'EACCES: permission denied' },
      why: `The folder of the store cannot be created or written: it belongs to another user, the file system is read-only, or a file
has its name. In containers the working directory often belongs to root; mount a volume and set \`WORKFLOW_DATA_DIR\` to it.`,
      wrong: { sh: 'docker run --read-only app' },
      right: { sh: 'docker run --read-only -v runs:/data -e WORKFLOW_DATA_DIR=/data app' },
      see: ['settings'],
    },
    world_disk_full: {
      sample: { file: FILE },
      why: `Nothing of the request was stored. Current runs keep their results in memory and store them when there is room; callers
of \`start()\` get this error. A \`retention\` keeps the store from growing for ever.`,
      right: { sh: 'WORKFLOW_RETENTION=30d node server.js' },
      see: ['settings', 'lists'],
    },
    world_io_failed: {
      sample: { file: FILE, detail: 'disk I/O error' },
      why: `The operating system could not read or write the file: a failing disk, a disconnected network drive, or a limit on the
size of files or the number of open files (\`ulimit\`). Nothing of the request was stored, and it is retried.`,
      see: ['world_disk_full'],
    },
    world_file_busy: {
      sample: { file: FILE },
      why: `One process at a time writes to the file, for a moment. Another process has locked it for longer than 5 seconds: mostly a
database browser or a script with an open transaction. Nothing of the request was stored, and it is retried.`,
      wrong: { sh: 'sqlite3 .workflow-data/workflow.db "BEGIN IMMEDIATE; …"   # left open' },
      right: { sh: 'sqlite3 -readonly .workflow-data/workflow.db "SELECT …"' },
    },
    world_files_replaced: {
      sample: { file: FILE, changed: 'workflow.db', change: 'deleted or moved' },
      why: `Something deleted, moved or replaced files of the store while this process had them open: a clean-up, \`git clean -x\`, a
deployment that replaces the folder, a volume that was mounted over it, a backup that was copied over it. What is written to such a file is lost, so the process
refuses it: it begins no step, and acknowledges nothing from then on. It does not go on with the new files by itself, because
it cannot know whether they hold what it has acknowledged. After a restart it uses whatever is at the path. When only
\`workflow.db-wal\` was deleted, the processes that still had it open fold it into the database as they end.`,
      wrong: { sh: 'git clean -fdx   # while the server runs' },
      right: { sh: 'git clean -fdx --exclude=.workflow-data' },
      see: ['promises'],
    },
    world_thread_lost: {
      sample: { file: FILE, detail: 'it ended by itself' },
      why: `SQLite runs on its own thread, so that the application never waits for the disk. That thread ended. At the start the
reason is mostly a bundler: the file of the thread is missing in the output, or the package was bundled; keep the package
external. Later the reason is mostly memory. It is unknown whether the request was stored. The next request starts a new
thread, and interrupted work is recovered.`,
      see: ['integration_thread_unplaced'],
    },
    world_request_failed: {
      sample: { file: FILE, detail: 'no such column: parked' },
      why: `SQLite refused a statement, and neither the disk nor another process is the reason. Either the tables were changed by
hand, or it is a defect.`,
      see: ['world_schema_newer'],
    },
    world_events_misnumbered: {
      sample: { runId: RUN, expected: 8, found: 9 },
      why: `The events of a journal are numbered without gaps, and each World refuses a commit that would leave one. The engine
numbers them, so only code that uses a World directly can cause this error.`,
      see: ['journal_invalid'],
    },
    world_appends_unrecorded: {
      sample: { runId: RUN },
      why: `A commit whose answer was lost is sent again, and the store recognises it by its events. Without events, its chunks could
be appended twice. The engine respects this rule, so only code that uses a World directly can cause this error.`,
      see: ['streams'],
    },
    world_outbox_invalid: {
      sample: { runId: RUN, reason: 'it has an owner' },
      why: `The effects of a commit on other runs happen in the same transaction and cannot be refused. So a run that is created in
this way must not need anything that could be refused: an id that may be taken, hooks, an owner, or further runs. The engine
respects this rule, so only code that uses a World directly can cause this error.`,
      see: ['children'],
    },
    world_journal_full: {
      sample: { runId: RUN, eventsMax: 4_194_304 },
      why: `The store has no room for more events of one run. The engine ends a run before that (\`run_journal_full\`), so only
code that uses a World directly can cause this error. A workflow without an end should call \`continueAs()\` now and then,
and big work should be divided among children.`,
      wrong: code`
        export async function poll() {
          'use workflow';
          while (true) {
            await check();
            await sleep('1 minute');
          }
        }
      `,
      right: code`
        import { continueAs, sleep } from 'workflow';

        export async function poll() {
          'use workflow';
          for (let round = 0; round < 1_000; round++) {
            await check();
            await sleep('1 minute');
          }
          return continueAs([]);
        }
      `,
      see: ['children'],
    },
    world_worker_taken: {
      sample: { workerId: 'wkr_01K8Z6Q4M0V5T3R7N9B2C4D6F8' },
      why: `Each worker has its own id and holds a lock under that name while it lives. Another process holds this lock. The runtime
always makes new ids, so only code that uses a World directly can cause this error.`,
    },
    world_cursor_invalid: {
      sample: { cursor: 'abc' },
      why: `A cursor is an opaque text that comes with one page and selects the next page of the same list. This text did not come
from \`listRuns()\` or \`listHooks()\`.`,
      wrong: code`
        await listRuns({ cursor: 'page-2' });
      `,
      right: code`
        const { cursor } = await listRuns({ limit: 20 });
        if (cursor) await listRuns({ limit: 20, cursor });
      `,
      see: ['lists', 'query_cursor_invalid'],
    },
  }),
};
