import type { Action } from '../../actions/action.ts';
import type { EditorParts } from '../../editor-parts.ts';
import { confirmAnnotation } from './model/annotations.ts';
import { switchable, toggleVisibilityAtStop } from './model/toggle-visibility-at-stop.ts';

/** Actions for a single selected annotation, alone or together with nodes to switch at it. */
export const annotationActions: readonly Action[] = [
  {
    id: 'moveAnnotation',
    label: 'action.moveAnnotation',
    group: 'edit',
    icon: 'move',
    keys: [],
    isEdit: true,
    predicate: (editor) => freeNote(editor) !== null,
    reason: 'reason.annotation',
    perform: ({ editor }) => {
      beginMove(editor, freeNote(editor)).catch((error: unknown) => reportError(error));
    },
  },
  {
    id: 'confirmAnnotation',
    label: 'action.confirmAnnotation',
    group: 'edit',
    icon: 'check',
    keys: [],
    isEdit: true,
    predicate: (editor) => isToCheck(editor, freeNote(editor)),
    reason: 'reason.check',
    perform: ({ editor }) => confirmAnnotation(editor, freeNote(editor) ?? ''),
  },
  {
    id: 'hideAtStop',
    label: 'action.hideAtStop',
    group: 'edit',
    icon: 'eye-off',
    keys: [],
    isEdit: true,
    predicate: (editor) => switchable(editor, false).length > 0,
    reason: 'reason.stop',
    perform: ({ editor }) => toggleVisibilityAtStop(editor, false),
  },
  {
    id: 'showAtStop',
    label: 'action.showAtStop',
    group: 'edit',
    icon: 'eye',
    keys: [],
    isEdit: true,
    predicate: (editor) => switchable(editor, true).length > 0,
    reason: 'reason.stop',
    perform: ({ editor }) => toggleVisibilityAtStop(editor, true),
  },
];

/** Lets the user point at the annotation's new place. @throws Error when the tool's code cannot be fetched */
async function beginMove({ tools }: EditorParts, id: string | null): Promise<void> {
  const [tool, { AnnotateTool }] = await Promise.all([tools.fetch('annotate'), import('./annotate-tool.ts')]);
  tools.use('annotate');
  if (id !== null && tool instanceof AnnotateTool) {
    tool.beginMove(id);
  }
}

function freeNote({ scene, selection }: EditorParts): string | null {
  const [id, ...others] = selection.ids.value;
  const isNote = id !== undefined && others.length === 0 && scene.node(id)?.kind === 'annotation';
  return isNote && !scene.isLocked(id) ? id : null;
}

function isToCheck({ scene }: EditorParts, id: string | null): boolean {
  const node = id === null ? undefined : scene.node(id);
  return node?.kind === 'annotation' && node.props.toCheck;
}
