import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { createNode } from '../commands/create-node.ts';
import { annotationActions } from '../features/annotations/annotation-actions.ts';
import { componentActions } from '../features/components/component-actions.ts';
import { floorActions } from '../features/walls/floor-actions.ts';
import { toolDefs } from '../tools/index.ts';
import type { Action } from './action.ts';
import { arrangeActions } from './arrange-actions.ts';
import { editActions } from './edit-actions.ts';
import { sceneActions } from './scene-actions.ts';
import { viewActions } from './view-actions.ts';

const toolActions: readonly Action[] = toolDefs.map(({ id, icon, label, key, isEdit }) => ({
  id: `tool.${id}`,
  label,
  group: 'tools',
  icon,
  keys: [key],
  isEdit,
  isOn: ({ tools }) => tools.activeId.value === id,
  perform: ({ editor }) => editor.tools.use(id),
}));

/** An action for each kind that users create directly: shapes, lights, and the empty group. */
const addActions: readonly Action[] = nodeDefs
  .filter(({ kind, inspector }) => inspector.create !== null || kind === 'group')
  .map(({ kind, inspector }) => ({
    id: `add.${kind}`,
    label: 'action.add',
    subject: ({ t }) => t(inspector.label),
    group: 'add',
    icon: inspector.icon,
    keys: [],
    isEdit: true,
    perform: ({ editor, translations: { t } }) => {
      createNode(editor, kind, t(inspector.label));
    },
  }));

/** All commands. Menus, shortcuts, palette and help sheet are built from this list. */
export const actions: readonly Action[] = [
  ...toolActions,
  ...editActions,
  ...annotationActions,
  ...arrangeActions,
  ...componentActions,
  ...addActions,
  ...floorActions,
  ...viewActions,
  ...sceneActions,
];

const byId = new Map(actions.map((action) => [action.id, action]));

/** Action by id. @throws for an unknown id */
export function actionOf(id: string): Action {
  const action = byId.get(id);
  if (!action) {
    throw new Error(`There is no action ${id}`);
  }
  return action;
}
