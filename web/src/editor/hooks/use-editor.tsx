import { createContext, use } from 'react';
import type { Editor } from '../editor.ts';
import type { EditorSession } from '../editor-session.ts';

const SessionContext = createContext<EditorSession | null>(null);

/** Gives the panels below it their editor. */
export const EditorProvider = SessionContext;

/** The scene that is open, with its connection and its imports. @throws outside of `EditorProvider` */
export function useEditorSession(): EditorSession {
  const session = use(SessionContext);
  if (session === null) {
    throw new Error('useEditor needs an EditorProvider above it');
  }
  return session;
}

/** The editor of the scene that is open. */
export function useEditor(): Editor {
  return useEditorSession().editor;
}
