import type { BulkResult } from '@diorama/shared/contract/organise.ts';
import { ApiError } from '../../../api/api-error.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { CallInput } from '../../../api/send.ts';

/** What one call takes at most. */
const MAX_BULK = 200;

type Body = CallInput<'changeCompositions'>['body'];
type WithoutScenes<Change> = Change extends Body ? Omit<Change, 'compositions'> : never;
/** One thing to be done to scenes. */
export type BulkAction = WithoutScenes<Body>;

/** A workspace that holds more than its plan allows: told of once, in the dialog that is the same for every call. */
const OVERFLOWN = 'security.account.overflown_storage';

/**
 * Does one thing to any number of scenes; what was done before a failure stays done.
 * @returns what was done, and the scenes that were refused for another reason than a workspace without room
 */
export async function sendBulk(
  client: Pick<ApiClient, 'call' | 'tell'>,
  action: BulkAction,
  ids: readonly string[],
): Promise<BulkResult> {
  const all: BulkResult = { done: [], failed: [], created: [] };
  for (let start = 0; start < ids.length; start += MAX_BULK) {
    const body = { ...action, compositions: ids.slice(start, start + MAX_BULK) } as Body;
    const { done, failed, created } = await client.call('changeCompositions', { body });
    all.done.push(...done);
    all.failed.push(...failed);
    all.created.push(...created);
  }
  const full = all.failed.find(({ code }) => code === OVERFLOWN);
  if (full !== undefined) {
    const error = new ApiError({ status: 403, code: full.code, title: full.title });
    client.tell(error, full.composition.split('/').at(-1) ?? null);
  }
  return { ...all, failed: all.failed.filter(({ code }) => code !== OVERFLOWN) };
}
