import { type ComponentType, createContext } from 'react';
import type { PanelPart } from '../../features/library/model/assign-library-material.ts';

/**
 * Props of the material editor; `own` is the selected part, and a function that gives it a copy of the
 * material.
 */
export type MaterialEditorProps = { id: string; own?: { part: PanelPart; onUnique: () => void } };

/**
 * Provides the material editor to field controls. A context avoids the import cycle, as the editor consists
 * of fields.
 */
export const MaterialEditor = createContext<ComponentType<MaterialEditorProps>>(() => null);
