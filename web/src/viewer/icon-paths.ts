/** The few icons of the pages for visitors, drawn like lucide's: 24 units, stroke 2. */
export const ICON_PATHS = {
  reset: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8 M3 3v5h5',
  enterFullscreen:
    'M8 3H5a2 2 0 0 0-2 2v3 M21 8V5a2 2 0 0 0-2-2h-3 M3 16v3a2 2 0 0 0 2 2h3 M16 21h3a2 2 0 0 0 2-2v-3',
  leaveFullscreen:
    'M8 3v3a2 2 0 0 1-2 2H3 M21 8h-3a2 2 0 0 1-2-2V3 M3 16h3a2 2 0 0 1 2 2v3 M16 21v-3a2 2 0 0 1 2-2h3',
  close: 'M18 6 6 18 M6 6l12 12',
} as const;

export type IconName = keyof typeof ICON_PATHS;
