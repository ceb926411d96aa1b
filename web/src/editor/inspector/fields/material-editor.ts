import { type ComponentType, createContext } from 'react';
import type { PanelPart } from '../../library/put-on-part.ts';

/** What shows the values of a material; `own` is what is meant of the things, and how that gets one of its own. */
export type MaterialEditorProps = { id: string; own?: { part: PanelPart; onUnique: () => void } };

/** Lends the editor of a material to the controls of fields, of which it is made itself. */
export const MaterialEditor = createContext<ComponentType<MaterialEditorProps>>(() => null);
