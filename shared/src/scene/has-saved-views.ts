import type { SceneDocument } from './document.ts';

/** Whether a scene may have saved views. In a separate file, as it does not depend on three.js. */
export function hasSavedViews({ nodes }: Pick<SceneDocument, 'nodes'>): boolean {
  return Object.values(nodes).some(({ kind }) => kind === 'camera');
}
