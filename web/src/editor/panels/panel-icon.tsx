import { ListTree, SlidersHorizontal } from 'lucide-react';
import type { PanelName } from '../managers/ui.ts';

const ICONS = { outliner: ListTree, inspector: SlidersHorizontal } as const;

/** Icon of a panel, distinct from those of actions, as narrow layouts show both in the rail. */
export function PanelIcon({ name }: { name: PanelName }) {
  const Icon = ICONS[name];
  return <Icon size={20} aria-hidden="true" />;
}
