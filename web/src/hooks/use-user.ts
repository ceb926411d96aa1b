import type { User } from '@diorama/shared/contract/auth.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useGet, useLive } from '../api/hooks.ts';
import { useApi } from '../api/provider.tsx';

/** The signed-in user, or `null`. */
export function useUser(): User | null {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, () => session.get()?.user ?? null);
}

/** Requests the user once per visit, as they may have changed elsewhere, and again when a membership changes. */
export function useFreshUser(): void {
  const { session } = useApi();
  const { data: user, reload } = useGet('getMe', {}, { revalidateOnFocus: false });
  useLive(({ topic, event }) => {
    if (topic === 'account' && event.type !== 'updated') {
      reload();
    }
  });
  useEffect(() => {
    if (user !== undefined) {
      session.setUser(user);
    }
  }, [session, user]);
}
