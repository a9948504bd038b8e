/** `ArrayBuffer` and views of a part of one. devalue itself handles views of a whole buffer. */
import { portableBase64 } from './base64.ts';
import type { CodecEnvironment } from './codec-environment.ts';
import { defineValueType, type ValueType } from './value-type.ts';

/** The type of `ArrayBuffer`. devalue would use functions that the realm of workflows does not have. */
export function createBufferType({ base64 = portableBase64 }: CodecEnvironment): ValueType {
  return defineValueType<[string]>({
    tag: 'ArrayBuffer',
    matches: (value) => Object.prototype.toString.call(value) === '[object ArrayBuffer]',
    encode: (buffer: ArrayBuffer) => [base64.encode(new Uint8Array(buffer))],
    decode: ([text]) => base64.decode(text).buffer,
  });
}

/**
 * A view of a part of a buffer is stored with only the bytes that it shows. The rest of the buffer does not belong to
 * the value: it may be huge, or a pool with data of others, as under every small `Buffer`. Such views do not share a
 * buffer after decoding.
 */
export const partialViewType: ValueType = defineValueType<[ArrayBufferView]>({
  tag: 'View',
  matches: (value) => ArrayBuffer.isView(value) && value.byteLength !== value.buffer.byteLength,
  encode: (view: ArrayBufferView) => [copyVisible(view)],
  decode: ([view]) => view,
});

function copyVisible(view: ArrayBufferView): ArrayBufferView {
  const { buffer } = Uint8Array.from(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  const kind = Object.prototype.toString.call(view).slice(8, -1) as 'Uint8Array';
  return new globalThis[kind](buffer);
}
