import { createContext, type ReactNode, use } from 'react';
import type { ConsentStore } from '../analytics/consent.ts';
import type { Origin } from '../analytics/origin-cookie.ts';
import type { Session } from '../session/session.ts';
import type { WorkspaceChoice } from '../session/workspace-choice.ts';
import type { ThemeStore } from '../theme/theme-store.ts';
import type { ApiClient } from './client.ts';
import type { Connection } from './connection.ts';
import type { Live } from './live.ts';
import type { Upload, UploadArchive } from './upload.ts';

/** Server access and session of every screen; created once by `createApi` in `app.tsx`. */
export type Api = {
  client: ApiClient;
  session: Session;
  live: Live;
  upload: Upload;
  uploadArchive: UploadArchive;
  workspaces: WorkspaceChoice;
  connection: Connection;
  consent: ConsentStore;
  theme: ThemeStore;
  /** Origin of the visitor, read before any redirect. */
  arrival: Origin;
};

const ApiContext = createContext<Api | null>(null);

/** Provides the API to the screens below it. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** Returns the API. @throws outside of `ApiProvider` */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) {
    throw new Error('useApi needs an ApiProvider above it');
  }
  return api;
}
