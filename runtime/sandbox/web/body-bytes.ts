import { createValueError } from '../../values/messages.ts';
import { EncodeFailure } from '../../values/value-type.ts';
import { bytesOfBlob, SandboxBlob } from './blob.ts';
import { contentOf, SandboxBody } from './body.ts';

/**
 * The bytes of a Blob, Request or Response in memory, without consuming them: `null` when it has no body, `undefined`
 * when they come from a stream and must be awaited. They must not be changed.
 * @throws {EncodeFailure} when the body was read already
 */
export function readBodyBytes(holder: object): Uint8Array | null | undefined {
  if (holder instanceof SandboxBlob) return bytesOfBlob(holder);
  const content = holder instanceof SandboxBody ? contentOf(holder) : null;
  if (content === null || content.usable) return content && (content.bytesAtHand ?? undefined);
  throw new EncodeFailure(holder, (path) =>
    createValueError('value_body_used', { path, kind: holder.constructor.name }),
  );
}
