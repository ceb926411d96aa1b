import type { BulkResult } from '@diorama/shared/contract/organise.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { CallInput } from '../../../api/send.ts';

/** What one call takes at most. */
const MAX_BULK = 200;

type Body = CallInput<'changeCompositions'>['body'];
type WithoutScenes<Change> = Change extends Body ? Omit<Change, 'compositions'> : never;
/** One thing to be done to scenes. */
export type BulkAction = WithoutScenes<Body>;

/** Does one thing to any number of scenes; what was done before a failure stays done. */
export async function sendBulk(
  client: ApiClient,
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
  return all;
}
