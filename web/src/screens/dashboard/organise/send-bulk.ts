import type { BulkResult } from '@diorama/shared/contract/organise.ts';
import { ApiError } from '../../../api/api-error.ts';
import type { ApiClient } from '../../../api/client.ts';
import type { CallInput } from '../../../api/send.ts';

/** Limit of scenes per call. */
const MAX_BULK = 200;

type Body = CallInput<'changeCompositions'>['body'];
type WithoutScenes<Change> = Change extends Body ? Omit<Change, 'compositions'> : never;
/** An action on scenes. */
export type BulkAction = WithoutScenes<Body>;

/** Error code of a workspace above its plan's storage: it is reported once, in the dialog shared by all calls. */
const OVERFLOWN = 'security.account.overflown_storage';

/**
 * Applies an action to any number of scenes; completed parts stay after a failure.
 * @returns the completed scenes, and those refused for other reasons than a full workspace
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
