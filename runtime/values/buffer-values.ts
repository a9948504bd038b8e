/** `ArrayBuffer`, views of a part of one, and `Buffer`. devalue itself handles views of a whole buffer. */
import { portableBase64 } from './base64.ts';
import { refuseLoss } from './built-in-values.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/** The types of buffers, in the order in which they are tried. Parts of the stored format, see `ValueType.tag`. */
export function createBufferTypes(environment: CodecEnvironment): ValueType[] {
  return [createArrayBufferType(environment), createNodeBufferType(environment), ...createViewTypes(environment)];
}

/** The bytes, and the limit of one that can be resized. Stores that are older have the bytes only. */
function createArrayBufferType({ base64 = portableBase64, isExact }: CodecEnvironment): ValueType {
  return defineValueType<[bytes: string, maxByteLength?: number]>({
    tag: 'ArrayBuffer',
    matches: (value) => Object.prototype.toString.call(value) === '[object ArrayBuffer]' && !isDetached(value),
    encode(buffer: ArrayBuffer) {
      const bytes = base64.encode(new Uint8Array(buffer));
      return buffer.resizable && isExact?.() !== false ? [bytes, buffer.maxByteLength] : [bytes];
    },
    decode([text, maxByteLength]) {
      const bytes = base64.decode(text);
      if (maxByteLength === undefined) return bytes.buffer;
      const buffer = new ArrayBuffer(bytes.length, { maxByteLength });
      new Uint8Array(buffer).set(bytes);
      return buffer;
    },
  });
}

/** `Buffer` of Node, whose methods differ from those of `Uint8Array` without a word: `toString('hex')`, `slice()`. */
function createNodeBufferType({ base64 = portableBase64, buffers }: CodecEnvironment): ValueType {
  return defineValueType<[string]>({
    tag: 'Buffer',
    matches: (value) => buffers?.is(value) === true && !isDetached((value as Uint8Array).buffer),
    encode: (bytes: Uint8Array) => [base64.encode(bytes)],
    decode([text]) {
      const bytes = base64.decode(text);
      return buffers === undefined ? bytes : buffers.from(bytes);
    },
  });
}

interface ResizableView {
  kind: string;
  buffer: ArrayBuffer;
  byteOffset: number;
  /** Number of elements, or bytes of a `DataView`; absent: the view grows and shrinks with its buffer. */
  length?: number;
}

/**
 * Views that devalue does not handle. One of a buffer that can be resized shares it after decoding, because it may see
 * more of it later. One of a part of another buffer is stored with only the bytes that it shows, and has a buffer of
 * its own after decoding: the rest does not belong to the value, it may be huge, or a pool with data of others.
 */
function createViewTypes({ isExact }: CodecEnvironment): ValueType[] {
  const check = (view: ArrayBufferView): void => {
    if (isExact?.() !== false) refuseLoss(view);
  };
  return [
    defineValueType<ResizableView>({
      tag: 'ResizableView',
      matches: (value) => ArrayBuffer.isView(value) && (value.buffer as ArrayBuffer).resizable && isExact?.() !== false,
      encode(view: Uint8Array<ArrayBuffer>) {
        check(view);
        const { buffer, byteOffset } = view;
        const parts = { kind: kindOf(view), buffer, byteOffset };
        return tracksLength(view) ? parts : { ...parts, length: view.length ?? view.byteLength };
      },
      decode: ({ kind, buffer, byteOffset, length }) =>
        new globalThis[kind as 'Uint8Array'](buffer, byteOffset, length),
    }),
    defineValueType<[ArrayBufferView]>({
      tag: 'View',
      matches: (value) => ArrayBuffer.isView(value) && value.byteLength !== value.buffer.byteLength,
      encode(view: ArrayBufferView) {
        check(view);
        return [copyVisible(view)];
      },
      decode: ([view]) => view,
    }),
  ];
}

/** Whether a view follows the length of its buffer. JavaScript does not say so: another length of the buffer does. */
function tracksLength(view: Uint8Array<ArrayBuffer>): boolean {
  const { buffer, byteLength } = view;
  const { byteLength: size, maxByteLength } = buffer;
  const step = view.BYTES_PER_ELEMENT ?? 1;
  // At the limit there is no room to try it, and nothing that could show up later but a shorter buffer.
  if (size + step > maxByteLength) return view.byteOffset + byteLength + step > size;
  buffer.resize(size + step);
  const tracks = view.byteLength !== byteLength;
  buffer.resize(size);
  return tracks;
}

function copyVisible(view: ArrayBufferView): ArrayBufferView {
  const { buffer } = Uint8Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return new globalThis[kindOf(view) as 'Uint8Array'](buffer);
}

const kindOf = (view: ArrayBufferView): string => Object.prototype.toString.call(view).slice(8, -1);

/** Whether the bytes of a buffer were moved elsewhere. */
function isDetached(buffer: object): boolean {
  return (buffer as { detached?: boolean }).detached === true;
}
