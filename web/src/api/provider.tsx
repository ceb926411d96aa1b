import { createContext, type ReactNode, use } from 'react';
import type { ConsentStore } from '../analytics/consent.ts';
import type { Origin } from '../analytics/origin-cookie.ts';
import type { Session } from '../session/session.ts';
import type { WorkspaceChoice } from '../session/workspace-choice.ts';
import type { ApiClient } from './client.ts';
import type { Connection } from './connection.ts';
import type { Live } from './live.ts';
import type { Upload } from './upload.ts';

/** What every screen reaches the server with, and for whom; made once in `main.tsx`. */
export type Api = {
  client: ApiClient;
  session: Session;
  live: Live;
  upload: Upload;
  workspaces: WorkspaceChoice;
  connection: Connection;
  consent: ConsentStore;
  /** How the visitor came to this visit, read before any redirect. */
  arrival: Origin;
};

const ApiContext = createContext<Api | null>(null);

/** Gives the screens below it their way to the server. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/** The way to the server. @throws outside of `ApiProvider` */
export function useApi(): Api {
  const api = use(ApiContext);
  if (api === null) {
    throw new Error('useApi needs an ApiProvider above it');
  }
  return api;
}
