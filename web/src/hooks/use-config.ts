import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useGet } from '../api/hooks.ts';

/** Configuration of this installation; `undefined` while loading. It does not change while the page is open. */
export function useConfig(): ResultOf<'getConfig'> | undefined {
  return useGet('getConfig', {}, { revalidateOnFocus: false, revalidateIfStale: false }).data;
}
