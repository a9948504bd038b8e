/**
 * `npm start`: builds the package and the example `examples/orders`, lets one order live through a crash of its server,
 * shows what held, and serves the example until Ctrl-C.
 *
 *   --once             end after the story
 *   --world postgres   two servers on one PostgreSQL, of which one is killed
 *
 * Ends with 1 when a promise of the story was broken.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { buildApp } from './start/orders-app.ts';
import { checkPromises } from './start/promises.ts';
import { createFleetShop, createSmallShop } from './start/shops.ts';
import { summarizeCalls } from './start/step-calls.ts';
import { tellStory } from './start/story.ts';
import { printPromises, printSteps, Timeline } from './start/timeline.ts';

const DATA_ROOT = join(import.meta.dirname, '../.workflow-data');
const PORT_DEFAULT = 3000;
const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const SHOPS = { sqlite: createSmallShop, postgres: createFleetShop };

const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, world: { type: 'string', default: 'sqlite' } },
});
if (!Object.hasOwn(SHOPS, options.world)) {
  console.error(`There is no world "${options.world}" here. Fix: --world ${Object.keys(SHOPS).join(', or --world ')}`);
  process.exit(2);
}
console.log('Building the package and examples/orders …');
await build();
await buildApp();

// A fresh one, so that nothing of an earlier story is in this one.
mkdirSync(DATA_ROOT, { recursive: true });
const dataDir = mkdtempSync(join(DATA_ROOT, 'start-'));
const createShop = SHOPS[options.world as keyof typeof SHOPS];
const shop = await createShop({ port: Number(process.env['PORT']) || PORT_DEFAULT, dataDir });
const timeline = new Timeline();
let isServing = false;
process.on('exit', () => {
  shop.endNow();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});
for (const [signal, code] of Object.entries(SIGNAL_CODES)) process.on(signal, () => process.exit(isServing ? 0 : code));

try {
  const isWhole = await show();
  if (!isWhole) process.exit(1);
  if (options.once) process.exit(0);
} catch (error) {
  console.error(`\n${(error as Error).message}\n\nThe server's last words:\n${shop.output}`);
  process.exit(1);
}
isServing = true;
printInvitation();
await shop.untilEnd();
console.error(`The server has ended.\n${shop.output}`);
process.exit(1);

/** Plays the story; `false` when a promise was broken. */
async function show(): Promise<boolean> {
  timeline.title('The life of one order');
  await shop.open(timeline);
  const evidence = await tellStory({ shop, timeline });
  timeline.title('The steps, as the outside world saw them');
  printSteps(summarizeCalls(evidence.ledger));
  timeline.title('The promises');
  const checked = checkPromises(evidence);
  printPromises(checked);
  return checked.every(({ isKept }) => isKept);
}

function printInvitation(): void {
  timeline.title('Now you');
  console.log(`  curl ${shop.url}/orders --json '{ "customer": "Lin", "item": "kettle", "quantity": 1, "amount": 35 }'
  curl -N ${shop.url}/orders/<runId>/progress
  curl ${shop.url}/orders/<runId>

  The code is in examples/orders. The server runs until Ctrl-C.`);
}
