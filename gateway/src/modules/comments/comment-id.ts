import { uuidOf } from '@diorama/shared/server/ids.ts';

/**
 * What a comment that is said with a key is called: the gateway may be killed after the comment is written and before its
 * answer is kept, and whoever asks again must not say it twice.
 * @param said who says what, about which scene
 */
export function commentIdOf(key: string, said: readonly unknown[]): string | undefined {
  return key === '' ? undefined : uuidOf(JSON.stringify(['comment', key, ...said]));
}
