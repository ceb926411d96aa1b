import type { LayoutSize } from '../hooks/use-media.ts';
import type { PanelName, UiState } from '../managers/ui.ts';

/** Panel that can be open over the scene. */
export type OverlayPanelName = PanelName | 'library';

/**
 * Returns the panel that is open over the scene. The library takes precedence. In a wide layout the other panels
 * are beside the scene, so the outliner stays visible while the library is open.
 */
export function overlayPanelOf(
  { arePanelsShown, isLibraryOpen, sheet }: Pick<UiState, 'arePanelsShown' | 'isLibraryOpen' | 'sheet'>,
  { room, canEdit }: { room: LayoutSize; canEdit: boolean },
): OverlayPanelName | null {
  if (!arePanelsShown) {
    return null;
  }
  if (isLibraryOpen && canEdit) {
    return 'library';
  }
  return room === 'wide' ? null : sheet;
}
