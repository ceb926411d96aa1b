import type { Document } from '@gltf-transform/core';
import validator from 'gltf-validator';
import { isOutOfMemory } from '../out-of-memory.ts';
import type { GltfIo } from './gltf-io.ts';

/** Thrown when a GLB breaks the glTF specification, because of a bug or of a file that cannot be repaired. */
export class InvalidGlbError extends Error {
  /** The validator's codes, each once. */
  readonly codes: string[];

  constructor(messages: { code: string; message: string; pointer?: string }[], options?: ErrorOptions) {
    const first = messages[0];
    super(
      `The GLB is not valid: ${first?.message ?? 'unknown'} (${first?.code} at ${first?.pointer || 'file'})`,
      options,
    );
    this.name = 'InvalidGlbError';
    this.codes = [...new Set(messages.map(({ code }) => code))];
  }
}

/**
 * Writes a document as one self-contained GLB and validates it with the Khronos validator.
 * @throws {@link InvalidGlbError} when it finds an error.
 */
export async function writeGlb(document: Document, io: GltfIo): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await io.writeGlb(document);
  await assertValidGlb(bytes);
  return bytes;
}

/** Runs the Khronos validator. @throws {@link InvalidGlbError} for a GLB with errors; warnings pass. */
export async function assertValidGlb(bytes: Uint8Array): Promise<void> {
  const { issues } = await validator.validateBytes(bytes, { maxIssues: 100 }).catch(stumble);
  const errors = issues.messages.filter(({ severity }) => severity === 0);
  if (issues.numErrors > 0) {
    throw new InvalidGlbError(errors);
  }
}

/** Treats input that crashes the validator as invalid. @throws the cause for a lack of memory. */
function stumble(cause: unknown): never {
  if (isOutOfMemory(cause)) {
    throw cause;
  }
  throw new InvalidGlbError([{ code: 'VALIDATOR_BROKEN', message: String(cause) }], { cause });
}
