import { type ComponentType, createContext } from 'react';

/** What shows the values of a material; `own` are the things that are meant, and how they get one of their own. */
export type MaterialEditorProps = { id: string; own?: { count: number; onUnique: () => void } };

/** Lends the editor of a material to the controls of fields, of which it is made itself. */
export const MaterialEditor = createContext<ComponentType<MaterialEditorProps>>(() => null);
