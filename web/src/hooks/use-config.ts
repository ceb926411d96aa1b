import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useGet } from '../api/hooks.ts';

/** What this installation offers; `undefined` until it is known. It does not change while the page is open. */
export function useConfig(): ResultOf<'getConfig'> | undefined {
  return useGet('getConfig', {}, { revalidateOnFocus: false, revalidateIfStale: false }).data;
}
