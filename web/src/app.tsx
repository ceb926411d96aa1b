import type { Language } from '@diorama/shared/i18n/t.ts';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { BrowserRouter } from 'react-router';
import { SWRConfig, type SWRConfiguration } from 'swr';
import { createConsentStore } from './analytics/consent.ts';
import { originOf } from './analytics/origin-cookie.ts';
import { ApiError } from './api/api-error.ts';
import { createApiClient } from './api/client.ts';
import { createConnection } from './api/connection.ts';
import { createLive } from './api/live.ts';
import { type Api, ApiProvider, useApi } from './api/provider.tsx';
import { send } from './api/send.ts';
import { createArchiveUpload, createUpload } from './api/upload.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { preferredLanguage, splitLanguage } from './guards/language-of-path.ts';
import { useUser } from './hooks/use-user.ts';
import { AppRoutes } from './routes.tsx';
import { browserCopies } from './session/local-copies.ts';
import { createSession } from './session/session.ts';
import { createSessionStore } from './session/session-store.ts';
import { createWorkspaceChoice } from './session/workspace-choice.ts';
import { createThemeStore } from './theme/theme-store.ts';

const CACHE = {
  provider: () => new Map(),
  // Client errors are permanent; network and server errors may pass.
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof ApiError) || error.status === 0 || error.status >= 500,
} satisfies SWRConfiguration;

/** Language of the address, or the preferred one. */
export const currentLanguage = (): Language =>
  splitLanguage(window.location.pathname).language ?? preferredLanguage();

/** Connects the application with this browser: its session, its server and what it stores. */
export function createApi(): Api {
  const session = createSession({
    store: createSessionStore(),
    language: currentLanguage,
    copies: browserCopies(),
  });
  const connection = createConnection(window, () =>
    send('getHealth', {}, { token: null, language: currentLanguage() }),
  );
  const client = createApiClient(session, currentLanguage, connection);
  return {
    session,
    client,
    live: createLive(session),
    upload: createUpload(client, session),
    uploadArchive: createArchiveUpload(client, session),
    workspaces: createWorkspaceChoice(localStorage),
    connection,
    consent: createConsentStore(window),
    theme: createThemeStore(window),
    arrival: originOf(new URLSearchParams(window.location.search)),
  };
}

/** The application with its providers. */
export function App({ api }: { api: Api }) {
  useEffect(() => api.session.keepFresh(), [api]);
  useEffect(() => api.connection.start(), [api]);
  return (
    <ApiProvider api={api}>
      <PersonalCache>
        <BrowserRouter>
          <ErrorBoundary fallback={<PageWithoutTexts />}>
            <Suspense fallback={null}>
              <AppRoutes />
            </Suspense>
          </ErrorBoundary>
        </BrowserRouter>
      </PersonalCache>
    </ApiProvider>
  );
}

/** Offers to reload a page whose texts could not be loaded, without words. */
function PageWithoutTexts() {
  return (
    <main role="alert" className="page-reload">
      <button type="button" onClick={() => window.location.reload()}>
        ↻ Diorama
      </button>
    </main>
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
