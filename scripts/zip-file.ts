/** Writes zip files: the format of extensions for VS Code. Equal files give equal bytes, so times are left out. */
import { crc32, deflateRawSync } from 'node:zlib';

/** The first day that the format knows: 1980-01-01. */
const DATE = 0b0000000_0001_00001;
const DEFLATED = 8;
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** @param files Contents by their path in the archive, with `/`. */
export function createZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content, { level: 9 });
    const facts = factsOf({ content, packed, name });
    const local = Buffer.concat([signature('PK\x03\x04'), facts, name, packed]);
    entries.push(Buffer.concat([signature('PK\x01\x02'), numbers([[VERSION, 2]]), facts, placeOf(offset), name]));
    bodies.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  return Buffer.concat([...bodies, directory, endOf({ count: files.size, size: directory.length, offset })]);
}

function signature(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** The part that the header of a file and its entry in the directory share. */
function factsOf({ content, packed, name }: { content: Buffer; packed: Buffer; name: Buffer }): Buffer {
  return numbers([
    [VERSION, 2],
    [FLAGS, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc32(content), 4],
    [packed.length, 4],
    [content.length, 4],
    [name.length, 2],
    [0, 2],
  ]);
}

/** The rest of an entry in the directory: no comment, first disk, no attributes, and where the file begins. */
function placeOf(offset: number): Buffer {
  return numbers([
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [offset, 4],
  ]);
}

function endOf({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const counts = numbers([
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return Buffer.concat([signature('PK\x05\x06'), counts]);
}

/** Numbers with their lengths in bytes. */
function numbers(values: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    values.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes);
      part.writeUIntLE(value, 0, bytes);
      return part;
    }),
  );
}
