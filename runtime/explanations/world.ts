/** The explanations of the errors of stores. */
import { worldError } from '../world/messages.ts';
import { code, explainCatalogue, type Area } from '../contract/explanation.ts';

const FILE = '/app/.workflow-data/workflow.db';
const DATABASE = 'db.example.com:5432/shop';
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
    world_backup_elsewhere: {
      sample: { database: DATABASE },
      why: `The tables of the store are part of your database, and what backs up the database backs them up, too. A restored copy
holds runs that go on when a process opens it: stop the original first.`,
      wrong: { sh: 'WORKFLOW_WORLD=postgres npx workflow backup runs.db' },
      right: { sh: 'pg_dump --schema=workflow --file=runs.sql "$DATABASE_URL"' },
      see: ['postgres'],
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
    world_store_exported: {
      sample: { store: FILE },
      why: `\`workflow export --freeze\` has closed the store, because its runs move to another one. If a process worked here again, each
run would go on in both stores. Reading stays possible.`,
      wrong: { sh: 'WORKFLOW_DATA_DIR=/data node server.js   # after the move' },
      right: { sh: 'WORKFLOW_WORLD=postgres node server.js' },
      see: ['program', 'postgres'],
    },
    world_store_importing: {
      sample: { store: DATABASE },
      why: `An import brings runs that have not ended. One that went on before all are there could miss its parent or its children, so no
worker may join. An import that was interrupted keeps the store closed until it is repeated.`,
      wrong: { sh: 'WORKFLOW_WORLD=postgres node server.js   # while the import is under way' },
      right: { sh: 'npx workflow import runs.jsonl && WORKFLOW_WORLD=postgres node server.js' },
      see: ['program', 'postgres'],
    },
    world_export_live: {
      sample: { live: 3, runs: 20 },
      why: `A copy of a run that has not ended goes on beside the original: each step twice. So such runs leave only a store that is
closed by \`--freeze\`, and stays closed.`,
      wrong: { sh: 'npx workflow export runs.jsonl' },
      right: { sh: 'npx workflow export --freeze runs.jsonl' },
      see: ['program'],
    },
    world_export_worker: {
      sample: { store: FILE },
      why: `A process works on the runs of the store, so they cannot leave it. On SQLite a process that was killed is noticed at once, on
PostgreSQL when its lease is over.`,
      wrong: { sh: 'npx workflow export --freeze runs.jsonl   # while the server runs' },
      right: { sh: 'systemctl stop shop && npx workflow export --freeze runs.jsonl' },
      see: ['program'],
    },
    world_export_unknown: {
      sample: { runId: RUN },
      why: `One of the ids behind \`--run\` is of no run in this store. Perhaps the command looked into another store than you meant:
\`--data-dir\` and \`--database\` name one.`,
      wrong: { sh: 'npx workflow export --run wrun_1 runs.jsonl' },
      right: { sh: 'npx workflow export --run wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 runs.jsonl' },
      see: ['program'],
    },
    world_export_newer: {
      sample: { runId: RUN, seq: 7 },
      why: `A newer version of the package has worked on this run. This version would lose what it does not know, so it exports nothing.`,
      wrong: { sh: 'npx workflow@0.1.0 export runs.jsonl   # the store was used by 0.2.0' },
      right: { sh: 'npx workflow@0.2.0 export runs.jsonl' },
      see: ['program'],
    },
    world_moves_unsupported: {
      sample: { store: 'postgres, several databases' },
      why: `Several databases that share runs write letters to each other, and notes about tokens, which must not be torn apart: dump
them together. Runs can be imported into one database, and others be added to it later.`,
      wrong: { sh: 'WORKFLOW_DATABASE_URLS=postgres://one/shop,postgres://two/shop npx workflow import runs.jsonl' },
      right: { sh: 'WORKFLOW_DATABASE_URL=postgres://one/shop npx workflow import runs.jsonl' },
      see: ['scaling', 'program'],
    },
    world_import_foreign: {
      sample: { name: 'runs.jsonl.gz' },
      why: `The first line of the file is not that of an export: it is another file, empty, or compressed.`,
      wrong: { sh: 'npx workflow import runs.jsonl.gz' },
      right: { sh: 'gunzip -c runs.jsonl.gz | npx workflow import' },
      see: ['program'],
    },
    world_import_newer: {
      sample: { name: 'runs.jsonl', found: 2, version: '0.2.0' },
      why: `A newer version of the package wrote the export in a form that this one does not know.`,
      wrong: { sh: 'npx workflow@0.1.0 import runs.jsonl' },
      right: { sh: 'npx workflow@0.2.0 import runs.jsonl' },
      see: ['program'],
    },
    world_import_cut: {
      sample: { name: 'runs.jsonl', runs: 120 },
      why: `The last line of an export says how many runs there are, and it is missing: a copy was interrupted, or the disk was full. From
a file nothing was imported. From a pipe the whole runs before the end were, and no worker can join before the rest is there.`,
      wrong: { sh: 'head -c 1000000 runs.jsonl | npx workflow import' },
      right: { sh: 'npx workflow import runs.jsonl' },
      see: ['program'],
    },
    world_import_damaged: {
      sample: { name: 'runs.jsonl', detail: 'its checksum does not fit' },
      why: `Each run has a checksum, and so has the whole file. One of them does not fit: the file was changed or damaged.`,
      wrong: { sh: "sed -i 's/alice/bob/' runs.jsonl && npx workflow import runs.jsonl" },
      right: { sh: 'npx workflow export --freeze runs.jsonl && npx workflow import runs.jsonl' },
      see: ['program'],
    },
    world_import_unreadable: {
      sample: { name: 'runs.jsonl', detail: 'ENOENT: no such file or directory' },
      why: `There is no such file, or this user may not read it.`,
      wrong: { sh: 'npx workflow import missing.jsonl' },
      right: { sh: 'npx workflow import runs.jsonl' },
      see: ['program'],
    },
    world_import_worker: {
      sample: { name: 'runs.jsonl' },
      why: `A worker takes a run as soon as it is there. If its parent or its children were not there yet, messages between them would be
lost. So no worker may live on a store that such runs go into.`,
      wrong: { sh: 'npx workflow import runs.jsonl   # while servers use the database' },
      right: { sh: 'systemctl stop shop && npx workflow import runs.jsonl && systemctl start shop' },
      see: ['program'],
    },
    world_stage_gone: {
      sample: { store: DATABASE },
      why: `A large run comes in parts. Each import removes at its beginning the parts that an interrupted one has left, so two imports
at the same time disturb each other. Nothing of the run is visible, and repeating is safe.`,
      wrong: { sh: 'npx workflow import a.jsonl & npx workflow import b.jsonl' },
      right: { sh: 'npx workflow import a.jsonl && npx workflow import b.jsonl' },
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
      sample: { file: FILE, holder: { process: 4711, program: 'sqlite3', isStopped: false } },
      why: `One process at a time writes to the file, for a moment. Another process has locked it for longer than 5 seconds: mostly a
database browser or a script with an open transaction, or a process that was stopped in the middle of a commit. Nothing of the
request was stored, and it is retried. The process is named on Linux, if it is of the same user and in the same container.`,
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
    world_file_overwritten: {
      sample: { file: FILE },
      why: `Another file was copied over the store while a process had it open. SQLite keeps the latest commits in the log
\`workflow.db-wal\`, and puts them into the file at that place, whatever it holds now: what comes of it is neither the copy
nor the store of before. The process noticed it, stored nothing more, and noted it for all who open the store later.`,
      wrong: { sh: 'cp older.db .workflow-data/workflow.db   # while the server runs' },
      right: {
        sh: `# after the last process has ended
rm .workflow-data/workflow.db*
cp older.db .workflow-data/workflow.db`,
      },
      see: ['world_files_replaced', 'world_backup_sealed'],
    },
    world_thread_lost: {
      sample: { file: FILE, detail: 'it ended by itself' },
      why: `SQLite runs on its own thread, so that the application never waits for the disk. That thread ended. The
reason is mostly memory. It is unknown whether the request was stored. The next request starts a new
thread, and interrupted work is recovered.`,
    },
    world_request_failed: {
      sample: { file: FILE, detail: 'no such column: parked' },
      why: `SQLite refused a statement, and neither the disk nor another process is the reason. Either the tables were changed by
hand, or it is a defect.`,
      see: ['world_schema_newer'],
    },
    world_driver_missing: {
      sample: { driver: 'pg' },
      why: `The package \`pg\` talks to PostgreSQL. Only applications that keep their runs there need it, so it is an optional peer
dependency: your package manager does not install it by itself.`,
      wrong: { sh: 'npm install workflow' },
      right: { sh: 'npm install workflow pg' },
      see: ['postgres'],
    },
    world_address_invalid: {
      sample: { detail: 'it is not set' },
      why: `With \`WORKFLOW_WORLD=postgres\` the runtime needs the address of the database. It takes \`WORKFLOW_DATABASE_URL\`, or else
\`DATABASE_URL\`. Variables in a \`.env\` file reach the process only if something loads that file. The address begins with
\`postgres://\` or \`postgresql://\`; characters such as \`@\`, \`/\` and \`#\` in the password are written as \`%40\`, \`%2F\` and \`%23\`.`,
      wrong: { sh: 'WORKFLOW_WORLD=postgres node server.js' },
      right: { sh: 'WORKFLOW_WORLD=postgres DATABASE_URL=postgres://app:secret@db:5432/shop node server.js' },
      see: ['postgres', 'settings'],
    },
    world_database_unreachable: {
      sample: { database: DATABASE, detail: 'connect ECONNREFUSED 127.0.0.1:5432' },
      why: `The server is down, restarts, or a network lies between that lets nothing through. Runs wait, and go on by themselves when
the database is back. A request whose answer was lost may have been carried out: the runtime finds out and repeats only what was not.`,
      see: ['postgres'],
    },
    world_database_refused: {
      sample: { database: DATABASE, detail: 'password authentication failed for user "app"' },
      why: `The server does not let this user in: the password is wrong, or its rules (\`pg_hba.conf\`) demand TLS or another network.
Most hosted databases demand \`?sslmode=require\` at the end of the address.`,
      wrong: { sh: 'DATABASE_URL=postgres://app:old@db.example.com:5432/shop' },
      right: { sh: 'DATABASE_URL=postgres://app:secret@db.example.com:5432/shop?sslmode=require' },
      see: ['postgres'],
    },
    world_pooler_refused: {
      sample: { database: DATABASE, detail: 'unsupported startup parameter: statement_timeout' },
      why: `Poolers such as PgBouncer share connections among many processes, and so take no settings from any of them. The time that a
statement may take is such a setting: give it to the user of the database in its place.`,
      wrong: { sh: 'WORKFLOW_DATABASE_TIMEOUT_MS=5000 node server.js' },
      right: { sh: `psql -c "alter role app set statement_timeout = '5s'"` },
      see: ['postgres', 'settings'],
    },
    world_database_missing: {
      sample: { database: DATABASE, detail: 'database "shop" does not exist' },
      why: `The server runs, but has no database of the name at the end of the address. A store makes its own schema and tables, and
never a database.`,
      wrong: { sh: 'DATABASE_URL=postgres://app:secret@db:5432/shop node server.js' },
      right: { sh: 'createdb --host=db shop && DATABASE_URL=postgres://app:secret@db:5432/shop node server.js' },
      see: ['postgres'],
    },
    world_database_empty: {
      sample: { database: DATABASE, schema: 'workflow' },
      why: `A process without workflows of its own, such as a script that lists runs, looked for a store where none is. It makes none,
because a new one in a wrong place would only seem to be the application's, and be empty.`,
      wrong: { sh: 'WORKFLOW_DATABASE_SCHEMA=wrokflow node list-failed-runs.js' },
      right: { sh: 'WORKFLOW_DATABASE_SCHEMA=workflow node list-failed-runs.js' },
      see: ['postgres', 'settings'],
    },
    world_database_forbidden: {
      sample: { database: DATABASE, detail: 'permission denied for database shop' },
      why: `Opening a store creates a schema and tables. If the user of your application may not do that, a user who may runs \`workflow
migrate\` at each deployment, and grants the rights to read and write.`,
      wrong: { sh: 'DATABASE_URL=postgres://app:secret@db:5432/shop node server.js' },
      right: { sh: 'DATABASE_URL=postgres://owner:secret@db:5432/shop npx workflow migrate-store' },
      see: ['postgres', 'program'],
    },
    world_database_read_only: {
      sample: { database: DATABASE },
      why: `The address leads to a replica, or to a server that was the primary before a fail-over. Runs wait until it leads to the
primary.`,
      see: ['postgres'],
    },
    world_database_full: {
      sample: { database: DATABASE, detail: 'could not extend file: No space left on device' },
      why: `The disk of the database server is full. What was acknowledged is safe; runs wait, and go on by themselves when there is
room. \`WORKFLOW_RETENTION\` keeps a store from growing for ever.`,
      see: ['postgres', 'settings'],
    },
    world_database_busy: {
      sample: { database: DATABASE, detail: 'sorry, too many clients already' },
      why: `The server has no connection left, or a statement took longer than it may. Each process of yours has up to ten connections,
and one more to hear of changes: ten processes need 110. Runs wait, and go on by themselves.`,
      wrong: { sh: 'WORKFLOW_DATABASE_POOL=100 node server.js' },
      right: { sh: 'WORKFLOW_DATABASE_POOL=5 node server.js' },
      see: ['postgres', 'settings'],
    },
    world_schema_older: {
      sample: { database: DATABASE, found: 1, known: 2 },
      why: `With \`WORKFLOW_DATABASE_MIGRATE=0\` the application changes no tables. A newer version of "workflow" needs newer ones: run
\`workflow migrate-store\` before you deploy it. Processes of the version before go on meanwhile.`,
      wrong: { sh: 'WORKFLOW_DATABASE_MIGRATE=0 node server.js' },
      right: { sh: 'npx workflow migrate-store && WORKFLOW_DATABASE_MIGRATE=0 node server.js' },
      see: ['postgres', 'program'],
    },
    world_query_failed: {
      sample: { database: DATABASE, detail: 'syntax error at or near "for"' },
      why: `The database did not understand a statement, or refused a value. Databases that speak PostgreSQL's language but lack
parts of it do that. Nothing of the request was stored.`,
      see: ['postgres'],
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
    world_databases_mixed: {
      sample: { number: 2, detail: 'its place is number 3' },
      why: `With several databases, the id of a run names one by its number in WORKFLOW_DATABASE_URLS, and each database knows its own
number. Another order would look for runs where they are not, so nothing is opened. Passwords and hosts may change.`,
      wrong: {
        sh: 'WORKFLOW_DATABASE_URLS=postgres://db1/shop,postgres://db3/shop,postgres://db2/shop node server.js',
      },
      right: {
        sh: 'WORKFLOW_DATABASE_URLS=postgres://db1/shop,postgres://db2/shop,postgres://db3/shop node server.js',
      },
      see: ['scaling', 'settings'],
    },
    world_database_unlisted: {
      sample: { runId: 'wrun_71K8Z6Q4M0V5T3R7N9B2C4D602', number: 3, known: 2 },
      why: `The id of a run names its database. This process has a shorter list than the one that started the run, as it happens for a
moment while a database is being added. Nothing is lost: a process with the whole list finds the run.`,
      see: ['scaling', 'settings'],
    },
    world_key_misplaced: {
      sample: { runId: 'wrun_71K8Z6Q4M0V5T3R7N9B2C4D602' },
      why: `Two runs never have one key, so the key says which of several databases a run is in, and the id has to name the same. The
runtime always makes such ids; only code that creates runs in a World directly can cause this error.`,
    },
    world_stream_elsewhere: {
      sample: { runId: 'wrun_71K8Z6Q4M0V5T3R7N9B2C4D602', writerId: 'wrun_71K8Z6Q4M0V5T3R7N9B2C4D601' },
      why: `The chunks of a step are kept once however often it is tried, which the database of the stream can only promise for runs that
it has itself. With WORKFLOW_DATABASE_URLS, a run and its children share a database; runs that you start separately may not.`,
      see: ['scaling', 'streams'],
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
