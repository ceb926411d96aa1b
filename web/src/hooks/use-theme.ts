import type { Theme } from '@diorama/shared/domain/theme.ts';
import { useSyncExternalStore } from 'react';
import { useApi } from '../api/provider.tsx';

/** Chosen theme of this browser, and whether the pages are dark now. */
export function useTheme(): { theme: Theme; isDark: boolean; choose: (theme: Theme) => void } {
  const { theme: store } = useApi();
  return {
    theme: useSyncExternalStore(store.subscribe, store.get),
    isDark: useSyncExternalStore(store.subscribe, store.isDark),
    choose: store.set,
  };
}
