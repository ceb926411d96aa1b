import { createContext, use } from 'react';
import type { ViewportColors } from '../viewport/viewport-colors.ts';
import type { Badges } from './badges.tsx';

/** Shared resources of overlay drawings. */
export type Drawing = { colors: ViewportColors; badges: Badges };

export const DrawingContext = createContext<Drawing | null>(null);

/** Resources of the overlay. @throws outside of `Overlay` */
export function useDrawing(): Drawing {
  const drawing = use(DrawingContext);
  if (!drawing) {
    throw new Error('useDrawing needs an Overlay above it');
  }
  return drawing;
}
