import type { SceneDocument } from '@diorama/shared/scene/document.ts';

/** What lies behind a scene, as CSS, for as long as nothing is drawn; empty where only drawing can tell. */
export function backdropCss({ environment: { background } }: Pick<SceneDocument, 'environment'>): string {
  const { kind, color, color2 } = background;
  if (kind === 'gradient') {
    return `linear-gradient(${color}, ${color2})`;
  }
  return kind === 'color' || kind === 'image' ? color : '';
}
