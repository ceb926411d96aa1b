import type { OutlineGroup } from '../../scene/outline.ts';
import type { Collaboration, Feedback, Selecting, UserInterface } from '../parts.ts';
import type { ViewportColors } from './viewport-colors.ts';

/**
 * Outlined nodes with colours: selections of others, the hovered node, and the own selection on top. Empty in
 * walk mode.
 */
export function outlineGroups(
  { selection, hover, presence, ui }: Collaboration & Feedback & Selecting & UserInterface,
  colors: ViewportColors,
): readonly OutlineGroup[] {
  if (ui.state.value.isWalking) {
    return [];
  }
  const { node: hovered = null, slot } = hover.value ?? {};
  // A hovered part is outlined alone, even if its node is selected.
  const part = hovered !== null && slot !== undefined ? [{ ids: [hovered], color: colors.hover, slot }] : [];
  const peers = presence.peers.value;
  return [
    ...peers.map((peer) => ({ ids: peer.selection, color: peer.person.avatarColor })),
    { ids: hovered !== null && !selection.has(hovered) ? [hovered] : [], color: colors.neutral },
    { ids: selection.ids.value, color: colors.selection },
    ...part,
  ];
}
