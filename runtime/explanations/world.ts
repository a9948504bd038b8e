/** The explanations of the errors of stores. */
import { worldError } from '../world/messages.ts';
import { code, explainCatalogue, type Area } from '../contract/explanation.ts';

const FILE = '/app/.workflow-data/workflow.db';
const RUN = 'wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8';

/** Errors of stores. */
export const worldArea: Area = {
  title: 'The store',
  about:
    'In the log of the server, and thrown by calls that need the store. While a disk is full or busy, runs wait and go on by themselves; nothing that was acknowledged is lost.',
  errors: explainCatalogue(worldError, {
    world_closed: {
      sample: { store: FILE },
      why: `A World was used before \`open()\` had resolved, or after \`close()\`. The runtime opens and closes its
own; this is for code that makes one with \`createWorld()\`.`,
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
    world_schema_newer: {
      sample: { file: FILE, found: 12, known: 11 },
      why: `A newer version of the package has used this store and brought its tables up to date. An older one does
not know what they mean and could damage them, so it does not open the store. Updates happen by themselves, and only
forward: before going back to an older version, restore the copy of the store from before.`,
      wrong: { sh: 'npm install workflow@0.1.0   # the store was used by 0.2.0' },
      right: { sh: 'npm install workflow@0.2.0' },
      see: ['settings'],
    },
    world_file_corrupt: {
      sample: { file: FILE, detail: 'database disk image is malformed' },
      why: `SQLite cannot read the file. Mostly it was copied while a process was writing, without the files \`-wal\`
and \`-shm\` beside it, or it lies on a network drive whose locks do not work. A power cut or a killed process does
not do it.`,
      wrong: { sh: 'cp .workflow-data/workflow.db backup.db   # while the server runs' },
      right: { sh: `sqlite3 .workflow-data/workflow.db "VACUUM INTO 'backup.db'"` },
      see: ['promises'],
    },
    world_directory_unwritable: {
      sample: { file: FILE, detail: 'EACCES: permission denied' },
      why: `The directory of the store cannot be made or written: its owner is another user, the file system is
read-only, or a file has its name. In containers the working directory often belongs to root; mount a volume and name
it in \`WORKFLOW_DATA_DIR\`.`,
      wrong: { sh: 'docker run --read-only app' },
      right: { sh: 'docker run --read-only -v runs:/data -e WORKFLOW_DATA_DIR=/data app' },
      see: ['settings'],
    },
    world_disk_full: {
      sample: { file: FILE },
      why: `Nothing of the request was stored. Runs that were under way keep their results in memory and store them
when there is room; callers of \`start()\` get this error. A \`retention\` keeps the store from growing for ever.`,
      right: { sh: 'WORKFLOW_RETENTION=30d node server.js' },
      see: ['settings', 'lists'],
    },
    world_io_failed: {
      sample: { file: FILE, detail: 'disk I/O error' },
      why: `The operating system could not read or write the file: a failing disk, a network drive that went away, or
a limit on the size of files or on the number of open ones (\`ulimit\`). Nothing of the request was stored, and it is
tried again.`,
      see: ['world_disk_full'],
    },
    world_file_busy: {
      sample: { file: FILE },
      why: `One process at a time writes to the file, for a moment. Another one has kept it for longer than anyone
waits: mostly a database browser or a script with an open transaction. Nothing of the request was stored, and it is
tried again.`,
      wrong: { sh: 'sqlite3 .workflow-data/workflow.db "BEGIN IMMEDIATE; …"   # left open' },
      right: { sh: 'sqlite3 -readonly .workflow-data/workflow.db "SELECT …"' },
    },
    world_thread_lost: {
      sample: { file: FILE, detail: 'it ended by itself' },
      why: `SQLite runs on a thread of its own, so that the application never waits for the disk. That thread ended.
At the start the reason is mostly a bundler: the file of the thread is missing in the output, or the package was
bundled into it; keep the package external. Later it is mostly memory. Whether the request was stored is not known;
the next one starts a new thread, and everything under way is made good.`,
      see: ['integration_thread_unplaced'],
    },
    world_request_failed: {
      sample: { file: FILE, detail: 'no such column: parked' },
      why: `SQLite refused a statement for a reason that is neither the disk nor another process. Either the tables
were changed by hand, or it is a defect.`,
      see: ['world_schema_newer'],
    },
    world_events_misnumbered: {
      sample: { runId: RUN, expected: 8, found: 9 },
      why: `The events of a journal are numbered without gaps, and each World refuses a commit that would leave one.
The engine numbers them, so only code that talks to a World itself can give this.`,
      see: ['journal_invalid'],
    },
    world_appends_unrecorded: {
      sample: { runId: RUN },
      why: `A commit whose answer was lost is sent again, and the events that it brings tell a store that it has it
already. What a commit without events appends to streams could be there twice. The engine keeps to that, so only code
that talks to a World itself can give this.`,
      see: ['streams'],
    },
    world_outbox_invalid: {
      sample: { runId: RUN, reason: 'it has an owner' },
      why: `What a commit does to other runs happens in the same transaction and cannot be refused, so a run that is
created in this way must not need anything that could be: an id that may be taken, hooks, an owner, or further runs.
The engine keeps to that, so only code that talks to a World itself can give this.`,
      see: ['children'],
    },
    world_journal_full: {
      sample: { runId: RUN, eventsMax: 4_194_304 },
      why: `A run cannot have more events. Long before that its replay takes longer and longer; a log line tells when
a journal has 25,000 events. A workflow that goes on without an end begins anew now and then with \`continueAs()\`,
and big work is shared among children.`,
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
      why: `Each worker has an id of its own, and holds a lock under that name as long as it lives. Another process
holds this one. The runtime makes new ids, so only code that talks to a World itself can give this.`,
    },
    world_cursor_invalid: {
      sample: { cursor: 'abc' },
      why: `A cursor is a text without a meaning of its own, that one page gives and the next call of the same list
takes. This one was not given by \`listRuns()\` or \`listHooks()\`.`,
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
