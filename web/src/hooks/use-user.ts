import type { User } from '@diorama/shared/contract/auth.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useGet } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';

/** The signed-in user, or `null`. */
export function useUser(): User | null {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, () => session.get()?.user ?? null);
}

/** Requests the user once per visit, as they may have changed elsewhere, and again when a membership changes. */
export function useFreshUser(): void {
  const { session } = useApi();
  const { data: user } = useGet(
    'getMe',
    {},
    {
      revalidateOnFocus: false,
      isOldAfter: ({ topic, event }) => topic === 'account' && event.type !== 'updated',
    },
  );
  useEffect(() => {
    if (user !== undefined) {
      session.setUser(user);
    }
  }, [session, user]);
}
