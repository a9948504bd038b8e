/**
 * GHASH, the sum over label and content that AES-GCM makes its tags of: a polynomial over GF(2^128) at the point H, see
 * NIST SP 800-38D. Products with H are looked up byte by byte, as in the portable code of cryptographic libraries.
 */

const BLOCK_BYTES = 16;
const BYTE_VALUES = 256;
const BITS_PER_BYTE = 8;
/** The polynomial that products are reduced by, in the order of bits of GCM. */
const REDUCTION = 0xe1000000;

/** Bytes of a buffer. */
export interface ByteSpan {
  bytes: Buffer;
  from: number;
  to: number;
}

/** Four numbers of 32 bits, the first bits first. */
type Block = Int32Array;

/** Sums for one key. */
export class GHash {
  /** For each place and value of a byte of a block, the product of this byte alone with H. */
  readonly #products: Int32Array;
  readonly #sum: Block = new Int32Array(4);

  /** @param point H: a block of zeros, encrypted with the key. */
  constructor(point: Buffer) {
    this.#products = makeProducts(point);
  }

  /** The sum over a label and a content. It is the same object each time. */
  over(label: ByteSpan, content: ByteSpan): Block {
    const sum = this.#sum.fill(0);
    this.#add(label);
    this.#add(content);
    // Their lengths in bits, of 64 bits each; neither has 2^28 bytes.
    sum[1]! ^= (label.to - label.from) * BITS_PER_BYTE;
    sum[3]! ^= (content.to - content.from) * BITS_PER_BYTE;
    multiply(sum, this.#products);
    return sum;
  }

  /** Adds bytes, and zeros up to the end of the last block. */
  #add({ bytes, from, to }: ByteSpan): void {
    const sum = this.#sum;
    for (let at = from; at < to; at += BLOCK_BYTES) {
      const end = Math.min(to, at + BLOCK_BYTES);
      for (let i = at; i < end; i += 1) sum[(i - at) >> 2]! ^= bytes[i]! << shiftOf(i - at);
      multiply(sum, this.#products);
    }
  }
}

/** Where in its number the byte at this place of a block stands. */
const shiftOf = (place: number): number => 24 - (place & 3) * BITS_PER_BYTE;

/** Multiplies a block with H. */
function multiply(block: Block, products: Int32Array): void {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let place = 0; place < BLOCK_BYTES; place += 1) {
    const byte = (block[place >> 2]! >>> shiftOf(place)) & 0xff;
    const at = (place * BYTE_VALUES + byte) * 4;
    a ^= products[at]!;
    b ^= products[at + 1]!;
    c ^= products[at + 2]!;
    d ^= products[at + 3]!;
  }
  block[0] = a;
  block[1] = b;
  block[2] = c;
  block[3] = d;
}

function makeProducts(point: Buffer): Int32Array {
  const products = new Int32Array(BLOCK_BYTES * BYTE_VALUES * 4);
  // H for the first bit of a block, half of the product before for each next one.
  const product = Int32Array.of(
    point.readInt32BE(0),
    point.readInt32BE(4),
    point.readInt32BE(8),
    point.readInt32BE(12),
  );
  for (let bit = 0; bit < BLOCK_BYTES * BITS_PER_BYTE; bit += 1) {
    const place = bit >> 3;
    products.set(product, (place * BYTE_VALUES + (0x80 >> (bit & 7))) * 4);
    halve(product);
  }
  for (let place = 0; place < BLOCK_BYTES; place += 1) addSums(products, place * BYTE_VALUES);
  return products;
}

function halve(product: Block): void {
  const isOdd = (product[3]! & 1) === 1;
  for (let i = 3; i > 0; i -= 1) product[i] = (product[i]! >>> 1) | (product[i - 1]! << 31);
  product[0] = product[0]! >>> 1;
  if (isOdd) product[0]! ^= REDUCTION;
}

/** The product of a byte of several bits is the sum of theirs. @param first Where the products of this place begin. */
function addSums(products: Int32Array, first: number): void {
  for (let byte = 1; byte < BYTE_VALUES; byte += 1) {
    const bit = byte & -byte;
    if (bit === byte) continue;
    for (let i = 0; i < 4; i += 1)
      products[(first + byte) * 4 + i] = products[(first + bit) * 4 + i]! ^ products[(first + byte - bit) * 4 + i]!;
  }
}
