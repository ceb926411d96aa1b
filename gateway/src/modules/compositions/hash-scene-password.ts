import type { Deps } from '../../deps.ts';

/**
 * Hashes the password of a scene. Anybody may sign up and set one again and again, so whoever does is counted and queues
 * like strangers who sign in: the lane of those who are known stays free.
 * @param by - `ip` is where it comes from
 * @throws CodedError `request.too-many`; `server.unavailable` while too many strangers wait.
 */
export async function hashScenePassword(
  { limits, passwords }: Pick<Deps, 'limits' | 'passwords'>,
  password: string,
  by: { userId: string; ip: string },
): Promise<string> {
  await limits.consumeFrom('unlock', by.ip);
  await limits.consume('unlock', `set ${by.userId}`);
  return passwords.hash(password, 'strangers');
}
