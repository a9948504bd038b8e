/** `workflow stream <run>`: prints what a run has written to a stream. */
import type { ChunkItem, Operations } from '../../runtime/entries/operations.ts';
import type { CliCommand, GivenArguments } from '../program/command.ts';
import { follow } from '../program/follow.ts';
import { JSON_OPTION, printJson, printJsonLine, wantsJson } from '../program/json-output.ts';
import { readNumber, requireOperand, OPERATIONS_OPTIONS } from '../program/project-options.ts';
import { withOperations } from '../program/store-operations.ts';
import { toLine } from '../program/text-width.ts';
import { formatValue } from './format-value.ts';

const LIMIT = 1_000;
const INDEX_MAX = 2 ** 40;

/** The command `stream`. */
export const streamCommand: CliCommand = {
  name: 'stream',
  operand: '<run>',
  summary: 'prints what a run has written to a stream, one chunk on a line',
  details: 'Texts are printed as they are, and other values as JSON.',
  examples: [
    'stream wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --follow',
    'stream wrun_01K8Z6Q4M0V5T3R7N9B2C4D6F8 --namespace progress --from -10',
  ],
  options: {
    ...OPERATIONS_OPTIONS,
    namespace: { value: '<name>', help: 'the name of the stream (default: the one without a name)' },
    from: { value: '<n>', help: 'index of the first chunk; a negative number counts from the end (default: 0)' },
    follow: { help: 'also prints new chunks, until the stream is closed or Ctrl-C' },
    ...JSON_OPTION,
  },
  run: (given) => withOperations(given, (operations) => showStream(operations, given)),
};

async function showStream(operations: Operations, given: GivenArguments): Promise<number> {
  const runId = requireOperand(given, streamCommand);
  const namespace = given.options.get('namespace');
  const request = { runId, limit: LIMIT, ...(namespace !== undefined && { namespace }) };
  let from = readNumber(given, 'from', { min: -INDEX_MAX, max: INDEX_MAX }) ?? 0;
  const isFollowing = given.options.has('follow');
  const isDocument = wantsJson(given) && !isFollowing;
  const all: ChunkItem[] = [];
  let isClosed = false;
  const readOn = async (): Promise<boolean> => {
    for (let hasMore = true; hasMore;) {
      const page = await operations.readStream({ ...request, from });
      if (isDocument) all.push(...page.chunks);
      else for (const chunk of page.chunks) printChunk(chunk, wantsJson(given));
      ({ nextFrom: from, hasMore, isClosed } = page);
    }
    return isClosed;
  };
  if (isFollowing) await follow(readOn);
  else await readOn();
  if (isDocument) printJson({ runId, namespace: namespace ?? null, chunks: all, isClosed });
  return 0;
}

function printChunk(item: ChunkItem, isJson: boolean): void {
  if (isJson) printJsonLine(item);
  else if ('value' in item.chunk && typeof item.chunk.value === 'string')
    console.log(toPrintable(item.chunk.value.replace(/\n$/, '')));
  else console.log(formatValue(item.chunk));
}

/** A pipe gets the text as it is. To a terminal no text may give orders. */
const toPrintable = (text: string): string => (process.stdout.isTTY ? text.split('\n').map(toLine).join('\n') : text);
