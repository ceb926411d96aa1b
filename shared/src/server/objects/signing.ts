import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from '../runtime/clock.ts';

const MINUTE_MS = 60_000;
/** A URL is valid for at most ten minutes and stays the same for five, so that caches can use it. */
const STEP_MS = 5 * MINUTE_MS;
/** The time window of the signature and the next one. */
const STEPS_VALID = 2;
/** 128 bits of the signature cannot be guessed in ten minutes. */
const SIGNATURE_BYTES = 16;

export type FileAddress = {
  /** The object's 128 random bits. */
  object: string;
  /** Increases with changes of a scene's password or privacy, which invalidates all earlier URLs. */
  keyVersion: number;
};

export interface FileSigner {
  /** `/files/<object>/<name>?s=…`; `name` is the file name of a download and is not signed. */
  sign(file: FileAddress & { name: string }): string;
  /** Whether `signature`, the `s` of a URL, is valid for this file now. */
  verify(file: FileAddress & { signature: string }): boolean;
}

/** The permanent URL of a public file. */
export function publicFilePath(object: string, name: string): string {
  return `/files/${encodeURIComponent(object)}/${encodeURIComponent(name)}`;
}

/**
 * Creates and verifies signed URLs of files.
 * @param secretKeys the first signs, all verify, so that a key can be rotated without breaking open pages.
 */
export function createFileSigner(secretKeys: readonly string[], clock: Clock = systemClock): FileSigner {
  const [signingKey] = secretKeys;
  if (signingKey === undefined) {
    throw new Error('Signing needs a secret key');
  }
  const currentStep = () => Math.floor(clock.now().getTime() / STEP_MS);
  return {
    sign: ({ object, name, keyVersion }) => {
      const signature = macOf(signingKey, { object, keyVersion, step: currentStep() });
      return `${publicFilePath(object, name)}?s=${signature.toString('base64url')}`;
    },
    verify: ({ object, keyVersion, signature }) => {
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== SIGNATURE_BYTES) {
        return false;
      }
      const now = currentStep();
      const steps = Array.from({ length: STEPS_VALID }, (_, back) => now - back);
      return secretKeys.some((key) =>
        steps.some((step) => timingSafeEqual(given, macOf(key, { object, keyVersion, step }))),
      );
    },
  };
}

function macOf(key: string, file: FileAddress & { step: number }): Buffer {
  return createHmac('sha256', key)
    .update(`file\n${file.object}\n${file.keyVersion}\n${file.step}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
