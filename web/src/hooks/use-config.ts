import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useGet } from '../api/hooks.ts';

const READ_ONLY_POLL_MS = 30_000;

/** Configuration of this installation; `undefined` while loading. Only the end of a read-only time is followed. */
export function useConfig(): ResultOf<'getConfig'> | undefined {
  return useGet(
    'getConfig',
    {},
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
      refreshInterval: (config) => (config?.isReadOnly ? READ_ONLY_POLL_MS : 0),
    },
  ).data;
}
