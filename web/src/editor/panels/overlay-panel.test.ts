import { describe, expect, it } from 'vitest';
import { LAYOUT_SIZES } from '../hooks/use-media.ts';
import { overlayPanelOf } from './overlay-panel.ts';

const shown = { arePanelsShown: true, isLibraryOpen: false, sheet: null } as const;

describe('the panel over the scene', () => {
  it.each(LAYOUT_SIZES)('is the open library in a %s layout', (room) => {
    const open = { ...shown, isLibraryOpen: true, sheet: 'inspector' } as const;
    expect(overlayPanelOf(open, { room, canEdit: true })).toBe('library');
    expect(overlayPanelOf({ ...open, arePanelsShown: false }, { room, canEdit: true })).toBeNull();
  });

  it.each(LAYOUT_SIZES)('is never the library for read-only users in a %s layout', (room) => {
    expect(overlayPanelOf({ ...shown, isLibraryOpen: true }, { room, canEdit: false })).toBeNull();
  });

  it('is absent in a wide layout and the open sheet in smaller layouts', () => {
    const open = { ...shown, sheet: 'outliner' } as const;
    expect(overlayPanelOf(open, { room: 'wide', canEdit: true })).toBeNull();
    expect(overlayPanelOf(open, { room: 'compact', canEdit: true })).toBe('outliner');
    expect(overlayPanelOf(open, { room: 'phone', canEdit: true })).toBe('outliner');
  });
});
