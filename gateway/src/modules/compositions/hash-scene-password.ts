import type { Deps } from '../../deps.ts';

/**
 * Hashes the password of a scene. Any user may sign up and set one repeatedly.
 * These calls are counted and queue with unknown clients, so that the lane of known clients stays free.
 * @param by - `ip` is the client address
 * @throws CodedError `request.too-many`; `server.unavailable` while too many unknown clients wait.
 */
export async function hashScenePassword(
  { limits, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  password: string,
  by: { userId: string; ip: string },
): Promise<string> {
  await limits.consumeFrom('unlock', by.ip);
  await limits.consume('unlock', `set ${by.userId}`);
  return passwords.hash(password, 'unknown');
}
