import type { SceneDocument } from './document.ts';

/** Whether a scene may offer views: apart from them, as this needs nothing of three.js. */
export function hasKeptViews({ nodes }: Pick<SceneDocument, 'nodes'>): boolean {
  return Object.values(nodes).some(({ kind }) => kind === 'camera');
}
