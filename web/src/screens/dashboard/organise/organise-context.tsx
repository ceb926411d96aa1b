import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useLatest } from '../../../hooks/use-debounced.ts';
import type { SceneItem } from '../scene-item.ts';
import { useLiveCounts } from './use-live-counts.ts';
import { type SceneActions, useSceneActions } from './use-scene-actions.ts';

/** A list of scenes on the page that is updated optimistically. */
export type ListPort = { change: (edit: (members: SceneItem[]) => SceneItem[]) => void; reload: () => void };

type Organise = {
  actions: SceneActions;
  /** Registers a list. Returns the unregister function. */
  register: (port: ListPort) => () => void;
  /** Sets the dragged scenes; empty after the drag. */
  setDragged: (scenes: readonly SceneItem[]) => void;
};

const OrganiseContext = createContext<Organise | null>(null);
/** A separate context, so that the start of a drag re-renders the drop targets and not every card. */
const DraggedContext = createContext<readonly SceneItem[]>([]);

/** Lets the list of scenes and the sidebar's projects act on the same scenes. */
export function OrganiseProvider({ children }: { children: ReactNode }) {
  const [ports] = useState(() => new Set<ListPort>());
  const [dragged, setDragged] = useState<readonly SceneItem[]>([]);
  const actions = useLatest(useSceneActions(ports));
  useLiveCounts();
  const organise = useMemo<Organise>(
    () => ({
      actions: {
        move: (...args) => actions.current.move(...args),
        duplicate: (...args) => actions.current.duplicate(...args),
        remove: (...args) => actions.current.remove(...args),
        restore: (...args) => actions.current.restore(...args),
        erase: (...args) => actions.current.erase(...args),
        tag: (...args) => actions.current.tag(...args),
        categorise: (...args) => actions.current.categorise(...args),
      },
      register: (port) => {
        ports.add(port);
        return () => ports.delete(port);
      },
      setDragged,
    }),
    [actions, ports],
  );
  return (
    <OrganiseContext value={organise}>
      <DraggedContext value={dragged}>{children}</DraggedContext>
    </OrganiseContext>
  );
}

/** Actions on scenes from anywhere on the page. @throws outside of `OrganiseProvider` */
export function useOrganise(): Organise {
  const organise = use(OrganiseContext);
  if (organise === null) {
    throw new Error('useOrganise needs an OrganiseProvider above it');
  }
  return organise;
}

export function useDragged(): readonly SceneItem[] {
  return use(DraggedContext);
}

/** Registers a list for optimistic updates of its scenes. */
export function useListPort(port: ListPort): void {
  const { register } = useOrganise();
  const latest = useLatest(port);
  useEffect(
    () => register({ change: (edit) => latest.current.change(edit), reload: () => latest.current.reload() }),
    [register, latest],
  );
}
