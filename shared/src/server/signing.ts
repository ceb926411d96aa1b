import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';

const MINUTE_MS = 60_000;
/** An address holds for ten minutes at most and stays the same for five, so that caches can keep what it names. */
const STEP_MS = 5 * MINUTE_MS;
/** The window an address was made in and the one after it. */
const STEPS_VALID = 2;
/** 128 bits of the signature are more than anybody can guess in ten minutes. */
const SIGNATURE_BYTES = 16;

export type FileAddress = {
  /** The object's 128 random bits. */
  object: string;
  /** Rises with a scene's password or privacy, which ends all addresses made before. */
  keyVersion: number;
};

export interface FileSigner {
  /** `/files/<object>/<name>?s=…`; `name` is what a download is called and is not signed. */
  sign(file: FileAddress & { name: string }): string;
  /** Whether `signature`, the `s` of an address, holds for this file now. */
  verify(file: FileAddress & { signature: string }): boolean;
}

/** The address of a file that anybody may read: it never changes. */
export function publicFilePath(object: string, name: string): string {
  return `/files/${encodeURIComponent(object)}/${encodeURIComponent(name)}`;
}

/**
 * Makes and checks the signed addresses of files.
 * @param secretKeys the first signs, all verify, so that a key can be replaced without breaking what is open.
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
