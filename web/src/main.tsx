import './theme/global.css';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createConsentStore } from './analytics/consent.ts';
import { originOf } from './analytics/origin-cookie.ts';
import { createApiClient } from './api/client.ts';
import { createConnection } from './api/connection.ts';
import { createLive } from './api/live.ts';
import type { Api } from './api/provider.tsx';
import { send } from './api/send.ts';
import { createUpload } from './api/upload.ts';
import { App } from './app.tsx';
import { preferredLanguage, splitLanguage } from './guards/language-of-path.ts';
import { loadWords } from './hooks/use-language.tsx';
import { createSession } from './session/session.ts';
import { createSessionStore } from './session/session-store.ts';
import { createWorkspaceChoice } from './session/workspace-choice.ts';

const currentLanguage = (): Language =>
  splitLanguage(window.location.pathname).language ?? preferredLanguage();

function createApi(): Api {
  const session = createSession(createSessionStore(), currentLanguage);
  const connection = createConnection(window, () =>
    send('getHealth', {}, { token: null, language: currentLanguage() }),
  );
  const client = createApiClient(session, currentLanguage, connection);
  return {
    session,
    client,
    live: createLive(session),
    upload: createUpload(client, session),
    workspaces: createWorkspaceChoice(localStorage),
    connection,
    consent: createConsentStore(window),
    arrival: originOf(new URLSearchParams(window.location.search)),
  };
}

const root = document.getElementById('root');
if (root !== null) {
  // A head start; whoever needs the words waits for the same promise and tells of its failure.
  loadWords(currentLanguage()).catch(() => undefined);
  createRoot(root).render(
    <StrictMode>
      <App api={createApi()} />
    </StrictMode>,
  );
}
