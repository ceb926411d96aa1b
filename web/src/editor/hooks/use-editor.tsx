import { createContext, use } from 'react';
import type { EditorParts } from '../editor-parts.ts';
import type { EditorSession } from '../session.ts';

const SessionContext = createContext<EditorSession | null>(null);

/** Provides the editor session to the components below. */
export const EditorProvider = SessionContext;

/** The open scene with its connection and imports. @throws outside of `EditorProvider` */
export function useEditorSession(): EditorSession {
  const session = use(SessionContext);
  if (session === null) {
    throw new Error('useEditor needs an EditorProvider above it');
  }
  return session;
}

/** The editor of the open scene. */
export function useEditor(): EditorParts {
  return useEditorSession().editor;
}
