import type { User } from '@diorama/shared/contract/auth.ts';
import { useSyncExternalStore } from 'react';
import { useApi } from '../api/provider.tsx';

/** The person who is signed in, or `null`. */
export function useUser(): User | null {
  const { session } = useApi();
  return useSyncExternalStore(session.subscribe, () => session.get()?.user ?? null);
}
