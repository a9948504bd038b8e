/**
 * A process whose workflow holds its only thread until standard input ends; the first argument is the limit of a turn.
 * After that it does nothing, until SIGTERM takes away what keeps it alive.
 */
import { readSync } from 'node:fs';
import { openTurnWatch } from '../../runtime/worker/turn-watch.ts';
import { begin, openRealm, openRun } from './sandbox-run.ts';

const realm = openRealm("console.log('waits'); await toolbox.sleep(1);", {
  watch: openTurnWatch(Number(process.argv[2])),
  print: () => void readSync(0, Buffer.alloc(1)),
});
const alive = setInterval(() => {}, 60_000);
// Before the run: another thread says when that goes on, and this one may not have come further by then.
process.on('SIGTERM', () => clearInterval(alive));
begin(openRun(realm));
