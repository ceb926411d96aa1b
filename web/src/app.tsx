import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { ApiError } from './api/api-error.ts';
import { type Api, ApiProvider, useApi } from './api/provider.tsx';
import { useUser } from './hooks/use-user.ts';
import { AppRoutes } from './routes.tsx';

const CACHE = {
  provider: () => new Map(),
  // Client errors are permanent; network and server errors may pass.
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
} satisfies SWRConfiguration;

/** The application with its providers. */
export function App({ api }: { api: Api }) {
  useEffect(() => api.session.keepFresh(), [api]);
  useEffect(() => api.connection.start(), [api]);
  return (
    <ApiProvider api={api}>
      <PersonalCache>
        <BrowserRouter>
          <Suspense fallback={null}>
            <AppRoutes />
          </Suspense>
        </BrowserRouter>
      </PersonalCache>
    </ApiProvider>
  );
}

/** Separate cache per user, so that no user sees another one's data. */
function PersonalCache({ children }: { children: ReactNode }) {
  const user = useUser();
  const { connection } = useApi();
  const value = useMemo(
    () => ({
      ...CACHE,
      isOnline: connection.isOnline,
      // Requests that failed while offline are repeated as soon as the server is reachable.
      initReconnect: (revalidate: () => void) =>
        connection.subscribe(() => {
          if (connection.isOnline()) {
            revalidate();
          }
        }),
    }),
    [connection],
  );
  return (
    <SWRConfig key={user?.uuid ?? 'nobody'} value={value}>
      {children}
    </SWRConfig>
  );
}
