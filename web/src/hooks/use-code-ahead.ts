import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { fetchAhead } from '../components/lazy-component.ts';

/** Delay after which a page has loaded what it shows first. */
const AFTER_MS = 2_000;

/** Fetches the code of menus, dialogs and toasts once a page is quiet, so that they work without a connection. */
export function useCodeAhead(): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page registers other parts
  useEffect(() => {
    const timer = setTimeout(fetchAhead, AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}
