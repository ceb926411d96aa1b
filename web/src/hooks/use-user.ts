import type { User } from '@diorama/shared/contract/auth.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useGet, useLive } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';

/** The person who is signed in, or `null`. */
export function useUser(): User | null {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, () => session.get()?.user ?? null);
}

/**
 * Asks once a visit what the server knows of the person, as it may have changed elsewhere, and again when a workspace
 * takes them in or lets them go.
 */
export function useFreshUser(): void {
  const { session } = useApi();
  const { data: user, mutate } = useGet('getMe', {}, { revalidateOnFocus: false });
  useLive(({ topic, event }) => {
    if (topic === 'account' && event.type !== 'updated') {
      // A failed look leaves what is known; the next visit asks again.
      mutate().catch(() => undefined);
    }
  });
  useEffect(() => {
    if (user !== undefined) {
      session.setUser(user);
    }
  }, [session, user]);
}
