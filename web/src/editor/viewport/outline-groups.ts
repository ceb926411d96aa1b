import type { OutlineGroup } from '../../scene/outline.ts';
import type { Editor } from '../editor.ts';
import type { ViewportColors } from './viewport-colors.ts';

/** What is outlined and how: what others have selected, what is under the pointer, and what is selected here over both; nothing for who walks. */
export function outlineGroups(
  { selection, hover, presence, ui }: Editor,
  colors: ViewportColors,
): readonly OutlineGroup[] {
  if (ui.get().isWalking) {
    return [];
  }
  const { node: hovered = null, slot } = hover.get() ?? {};
  // Of a part only the part, also of what is selected as a whole.
  const part = hovered !== null && slot !== undefined ? [{ ids: [hovered], color: colors.hover, slot }] : [];
  const peers = presence?.peers.get() ?? [];
  return [
    ...peers.map((peer) => ({ ids: peer.selection, color: peer.person.avatarColor })),
    { ids: hovered !== null && !selection.has(hovered) ? [hovered] : [], color: colors.neutral },
    { ids: selection.get(), color: colors.selection },
    ...part,
  ];
}
