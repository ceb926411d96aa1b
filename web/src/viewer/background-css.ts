import type { SceneDocument } from '@diorama/shared/scene/document.ts';

/** CSS of a scene's background until the first render; empty if CSS cannot express it. */
export function backgroundCss({ environment: { background } }: Pick<SceneDocument, 'environment'>): string {
  const { kind, color, color2 } = background;
  if (kind === 'gradient') {
    return `linear-gradient(${color}, ${color2})`;
  }
  return kind === 'color' || kind === 'image' ? color : '';
}
