import type { ResultOf } from '@diorama/shared/contract/index.ts';
import { useGet } from '../api/hooks.ts';

/** Intervals at which the configuration is read again, in milliseconds. */
const POLL_MS = { readOnly: 5_000, writable: 60_000 } as const;

/** Configuration of this installation; `undefined` while loading. It is read again, as operators switch to read-only and back. */
export function useConfig(): ResultOf<'getConfig'> | undefined {
  return useGet(
    'getConfig',
    {},
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
      refreshInterval: (config) => (config?.isReadOnly ? POLL_MS.readOnly : POLL_MS.writable),
    },
  ).data;
}
