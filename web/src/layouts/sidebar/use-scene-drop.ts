import { type DragEvent, useState } from 'react';
import { useDragged, useOrganise } from '../../screens/dashboard/organise/organise-context.tsx';
import { isManaged } from '../../screens/dashboard/scene-item.ts';

/**
 * Makes an element a drop target for scenes: into a project, or (`null`) out of their projects.
 * @returns the element's props; `data-drop` marks it while scenes are dragged over it
 */
export function useSceneDrop(project: { uuid: string; name: string } | null) {
  const { actions, setDragged } = useOrganise();
  const dragged = useDragged();
  const [isOver, setIsOver] = useState(false);
  const iri = project && `/api/projects/${project.uuid}`;
  const moving = dragged.filter((scene) => isManaged(scene) && (scene.project ?? null) !== iri);
  const accepts = moving.length > 0;
  return {
    'data-drop': (accepts && isOver) || undefined,
    'data-droppable': accepts || undefined,
    onDragOver: (event: DragEvent) => {
      if (accepts) {
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setIsOver(true);
      }
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) {
        setIsOver(false);
      }
    },
    onDrop: (event: DragEvent) => {
      setIsOver(false);
      if (accepts) {
        event.preventDefault();
        setDragged([]);
        actions.move(moving, project);
      }
    },
  };
}
