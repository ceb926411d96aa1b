import type { User } from '@diorama/shared/contract/auth.ts';
import { useCallback } from 'react';
import { useSWRConfig } from 'swr';
import { useApi } from '../api/provider.tsx';
import { urlOf } from '../api/url.ts';

/** Takes over what the server has answered about the person, wherever it is held. */
export function useStoreUser(): (user: User) => Promise<void> {
  const { session } = useApi();
  const { mutate } = useSWRConfig();
  return useCallback(
    async (user: User) => {
      // The cache first: a page that opens now would take an older state from there.
      await mutate(urlOf('getMe'), user, { revalidate: false });
      session.setUser(user);
    },
    [mutate, session],
  );
}

/** Asks the server once more what it knows of the person, after something of theirs has changed. */
export function useRefreshUser(): () => Promise<void> {
  const { client } = useApi();
  const store = useStoreUser();
  return useCallback(async () => store(await client.call('getMe')), [client, store]);
}
