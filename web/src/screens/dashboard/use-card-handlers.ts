import { type DragEvent, useMemo } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useLatest } from '../../hooks/use-debounced.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import classes from './dashboard.module.css';
import { useOrganise } from './organise/organise-context.tsx';
import type { CardHandlers } from './scene-card.tsx';
import { isManaged, type SceneItem } from './scene-item.ts';
import { useSceneMenu } from './scene-menu.tsx';

/** Drag type of scenes, to distinguish them from files and links. */
const SCENE_DRAG_TYPE = 'application/x-diorama-scenes';

/** The open dialog of a list, with its scenes. */
export type SceneDialog =
  | { kind: 'rename' | 'publish' | 'invite' | 'leave'; scene: SceneItem }
  | { kind: 'move' | 'label'; scenes: readonly SceneItem[] };

/**
 * Menu, selection and drag of the cards of a list; the object never changes, so that cards render only for their scene.
 * @param chosen - selected scenes, which are dragged together
 * @param onDialog - opens a dialog of the menu
 */
export function useCardHandlers({
  chosen,
  onToggle,
  onDialog,
}: {
  chosen: readonly SceneItem[];
  onToggle: (id: string, isRange: boolean) => void;
  onDialog: (dialog: SceneDialog) => void;
}): CardHandlers {
  const t = useT();
  const { actions, setDragged } = useOrganise();
  const duplicate = useDuplicate();
  const itemsOf = useSceneMenu({
    onRename: (scene) => onDialog({ kind: 'rename', scene }),
    onPublish: (scene) => onDialog({ kind: 'publish', scene }),
    onInvite: (scene) => onDialog({ kind: 'invite', scene }),
    onDuplicate: duplicate,
    onMove: (scene) => onDialog({ kind: 'move', scenes: [scene] }),
    onLabel: (scene) => onDialog({ kind: 'label', scenes: [scene] }),
    onDelete: (scene) => actions.remove([scene]),
    onLeave: (scene) => onDialog({ kind: 'leave', scene }),
  });
  const handleDragStart = (scene: SceneItem, event: DragEvent) => {
    const isChosen = chosen.some(({ uuid }) => uuid === scene.uuid);
    const dragged = (isChosen ? chosen : [scene]).filter(isManaged);
    startSceneDrag(event, dragged, t('organise.dragged', { count: dragged.length }));
    setDragged(dragged);
  };
  const latest = useLatest({ itemsOf, handleDragStart, onToggle });
  return useMemo<CardHandlers>(
    () => ({
      onToggle: (scene, isRange) => latest.current.onToggle(scene.uuid, isRange),
      itemsOf: (scene) => latest.current.itemsOf(scene),
      onDragStart: (scene, event) => latest.current.handleDragStart(scene, event),
      onDragEnd: () => setDragged([]),
    }),
    [latest, setDragged],
  );
}

/** Duplicates a scene. A copy of a shared one is created in the user's workspace, which only the single-scene call supports. */
function useDuplicate(): (scene: SceneItem) => void {
  const t = useT();
  const toast = useToast();
  const showError = useErrorToast();
  const { client } = useApi();
  const { actions } = useOrganise();
  return (scene) => {
    if (isManaged(scene)) {
      actions.duplicate([scene]);
      return;
    }
    client
      .call('cloneComposition', { params: { id: scene.uuid } })
      .then(() => toast({ kind: 'success', text: t('scene.duplicatedHome') }), showError);
  };
}

/** Starts a drag of scenes with their number as the drag image; an empty selection cancels it. */
function startSceneDrag(event: DragEvent, scenes: readonly SceneItem[], words: string): void {
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
