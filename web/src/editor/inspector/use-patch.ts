import { type NodePatch, updateNodes } from '@diorama/shared/scene/ops.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useLiveEdit } from '../hooks/use-live-edit.ts';
import type { LiveEdit } from '../managers/history.ts';

/** Changes nodes: `change` during an interaction, then `commit` or `cancel`. */
type PatchNodes = {
  change: (patch: (id: string) => NodePatch) => void;
  /** Also changes other, dependent nodes. */
  changeAll: (patches: () => Map<string, NodePatch>) => void;
  commit: LiveEdit['commit'];
  cancel: LiveEdit['cancel'];
  /** Live edit of the changes. */
  live: LiveEdit;
  /** Changes at once, as one step. */
  set: (patch: (id: string) => NodePatch) => void;
};

/** Changes the given nodes; use one instance per control. */
export function usePatch(ids: readonly string[]): PatchNodes {
  const editor = useEditor();
  const live = useLiveEdit(editor);
  const write = (patch: (id: string) => NodePatch) => () =>
    updateNodes(editor.ydoc, new Map(ids.map((id) => [id, patch(id)])));
  return {
    change: (patch) => live.change(write(patch)),
    changeAll: (patches) => live.change(() => updateNodes(editor.ydoc, patches())),
    commit: live.commit,
    cancel: live.cancel,
    live,
    set: (patch) => {
      live.change(write(patch));
      live.commit();
    },
  };
}

/** Common value of all; null if they differ. */
export function common<Value>(values: readonly Value[]): Value | null {
  const [first] = values;
  return first !== undefined && values.every((value) => JSON.stringify(value) === JSON.stringify(first))
    ? first
    : null;
}
