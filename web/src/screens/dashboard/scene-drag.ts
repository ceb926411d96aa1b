import type { DragEvent } from 'react';
import classes from './dashboard.module.css';
import type { SceneItem } from './scene-item.ts';

/** What a drag of scenes carries, so that it is told from files and links. */
export const SCENE_DRAG_TYPE = 'application/x-diorama-scenes';

/** Begins a drag of scenes, with their number under the pointer in place of the card; of none it is no drag. */
export function startSceneDrag(event: DragEvent, scenes: readonly SceneItem[], words: string): void {
  if (scenes.length === 0) {
    event.preventDefault();
    return;
  }
  const { dataTransfer } = event;
  dataTransfer.effectAllowed = 'move';
  dataTransfer.setData(SCENE_DRAG_TYPE, scenes.map(({ uuid }) => uuid).join(' '));
  const badge = document.createElement('div');
  badge.className = classes.dragBadge ?? '';
  badge.textContent = words;
  document.body.append(badge);
  dataTransfer.setDragImage(badge, 0, 0);
  // The browser has drawn it by the next frame.
  requestAnimationFrame(() => badge.remove());
}
