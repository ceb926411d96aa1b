import type { DragEvent } from 'react';
import classes from './dashboard.module.css';
import type { SceneItem } from './scene-item.ts';

/** Drag type of scenes, to distinguish them from files and links. */
export const SCENE_DRAG_TYPE = 'application/x-diorama-scenes';

/** Starts a drag of scenes with their number as the drag image; an empty selection cancels it. */
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
  // The browser has captured the drag image by the next frame.
  requestAnimationFrame(() => badge.remove());
}
