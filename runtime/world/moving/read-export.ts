/** Reads the lines of an export, and sees whether all of them are there as they were written. */
import { createHash } from 'node:crypto';
import { WorkflowError } from '../../contract/errors.ts';
import { worldError } from '../messages.ts';
import { EXPORT_FORMAT, type ExportHeader, type ExportLine } from './export-format.ts';

const LINE_END = 10;

/** Any line of an export. */
export type AnyExportLine = ExportHeader | ExportLine;

/**
 * The lines of an export, the header first. It ends with the last line, and that one fits to those before it.
 * @param bytes The content of the file, in pieces of any size.
 * @param name The file, for messages.
 * @throws `world_import_foreign`, `world_import_newer`, `world_import_cut`, `world_import_damaged`.
 */
export async function* readExport(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<AnyExportLine, void> {
  const hash = createHash('sha256');
  let runs = 0;
  let isFirst = true;
  for await (const text of readLines(bytes)) {
    if (isFirst) {
      yield parseHeader(text, name);
      isFirst = false;
    } else {
      const line = parseLine(text, name);
      if ('endOfRun' in line && line.endOfRun !== null) runs += 1;
      if ('end' in line) {
        if (line.end.runs !== runs || line.end.sha256 !== hash.digest('hex'))
          throw worldError('world_import_damaged', { name, detail: 'its checksum does not fit' });
        yield line;
        return;
      }
      yield line;
    }
    hash.update(text).update('\n');
  }
  throw isFirst ? worldError('world_import_foreign', { name }) : worldError('world_import_cut', { name, runs });
}

async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  let pieces: Uint8Array[] = [];
  for await (const piece of bytes) {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      pieces.push(piece.subarray(from, end));
      yield Buffer.concat(pieces).toString();
      pieces = [];
      from = end + 1;
    }
    if (from < piece.length) pieces.push(piece.subarray(from));
  }
  // A line without an end was cut, and cannot be read.
}

function parseHeader(text: string, name: string): ExportHeader {
  let header: Partial<ExportHeader> | null;
  try {
    header = JSON.parse(text) as Partial<ExportHeader> | null;
  } catch {
    header = null;
  }
  if (typeof header?.workflowExport !== 'number') throw worldError('world_import_foreign', { name });
  if (header.workflowExport > EXPORT_FORMAT)
    throw worldError('world_import_newer', { name, found: header.workflowExport, version: header.version ?? '?' });
  return header as ExportHeader;
}

function parseLine(text: string, name: string): ExportLine {
  try {
    return JSON.parse(text) as ExportLine;
  } catch (error) {
    throw worldError('world_import_damaged', { name, detail: (error as Error).message }, error);
  }
}

/** Reads a whole export and throws what is wrong with it, before anything of it is used. */
export async function verifyExport(bytes: AsyncIterable<Uint8Array>, name: string): Promise<void> {
  try {
    for await (const line of readExport(bytes, name)) void line;
  } catch (error) {
    if (WorkflowError.is(error)) throw error;
    throw worldError('world_import_unreadable', { name, detail: (error as Error).message }, error);
  }
}
