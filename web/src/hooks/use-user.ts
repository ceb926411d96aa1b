import type { User } from '@diorama/shared/contract/auth.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useGet } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';

/** The person who is signed in, or `null`. */
export function useUser(): User | null {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, () => session.get()?.user ?? null);
}

/** Asks once a visit what the server knows of the person, as it may have changed elsewhere. */
export function useFreshUser(): void {
  const { session } = useApi();
  const { data: user } = useGet('getMe', {}, { revalidateOnFocus: false });
  useEffect(() => {
    if (user !== undefined) {
      session.setUser(user);
    }
  }, [session, user]);
}
