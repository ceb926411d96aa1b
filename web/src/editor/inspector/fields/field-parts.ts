import type { Asset } from '@diorama/shared/contract/assets.ts';
import { type ComponentType, createContext, type DOMAttributes } from 'react';

/** Slot of some nodes; null for their whole material. */
type MaterialPart = { ids: readonly string[]; slot: string | null };

/**
 * Props of the material editor; `own` is the selected part, and a function that gives it a copy of the
 * material.
 */
export type MaterialEditorProps = { id: string; own?: { part: MaterialPart; onUnique: () => void } };

/** Props of the report of a node's import. */
type ImportReportProps = { nodeId: string; name: string; asset: Asset; onClose: () => void };

/** Parts that field controls use, and that themselves consist of fields or belong to features. */
type FieldParts = {
  MaterialEditor: ComponentType<MaterialEditorProps>;
  ImportReport: ComponentType<ImportReportProps>;
  /** Props that make an element a drop target for the material of a part; null disables it. */
  useMaterialDrop: (part: MaterialPart | null) => DOMAttributes<HTMLElement>;
};

/** Provides the parts to field controls, which import neither features nor the inspector. */
export const FieldPartsContext = createContext<FieldParts>({
  MaterialEditor: () => null,
  ImportReport: () => null,
  useMaterialDrop: () => ({}),
});
