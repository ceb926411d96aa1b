import { useSyncExternalStore } from 'react';
import { useApi } from '../api/provider.tsx';

/** Whether the server can be reached. */
export function useIsOnline(): boolean {
  const { connection } = useApi();
  return useSyncExternalStore(connection.subscribe, connection.isOnline);
}
