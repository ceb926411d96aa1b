import type { User } from '@diorama/shared/contract/auth.ts';
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useApi } from '../api/provider.tsx';
import { urlOf } from '../api/url.ts';

/** Stores the server's answer about the user in every cache. */
export function useStoreUser(): (user: User) => Promise<void> {
  const { session } = useApi();
  const { mutate } = useSWRConfig();
  return useCallback(
    async (user: User) => {
      // The cache first, because a page that mounts now would read the older state from it.
      await mutate(urlOf('getMe'), user, { revalidate: false });
      session.setUser(user);
    },
    [mutate, session],
  );
}

/** Requests the user again after a change of their data. */
export function useRefreshUser(): () => Promise<void> {
  const { client } = useApi();
  const store = useStoreUser();
  return useCallback(async () => store(await client.call('getMe')), [client, store]);
}
