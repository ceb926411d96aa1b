import { ListTree, SlidersHorizontal } from 'lucide-react';
import type { PanelName } from '../managers/ui.ts';

const ICONS = { outliner: ListTree, inspector: SlidersHorizontal } as const;

/** The sign of a panel, which is no action's: where room is short both stand in the rail. */
export function PanelIcon({ name }: { name: PanelName }) {
  const Icon = ICONS[name];
  return <Icon size={20} aria-hidden="true" />;
}
