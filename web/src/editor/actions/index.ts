import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { createNode } from '../commands/create-node.ts';
import { annotationActions } from '../features/annotations/annotation-actions.ts';
import { componentActions } from '../features/components/component-actions.ts';
import { floorActions } from '../features/walls/floor-actions.ts';
import type { Selecting, UserInterface } from '../parts.ts';
import { toolDefs } from '../tools/index.ts';
import type { Action } from './action.ts';
import { arrangeActions } from './arrange-actions.ts';
import { editActions } from './edit-actions.ts';
import { viewActions } from './view-actions.ts';

/** Actions for the whole scene. */
const sceneActions: readonly Action[] = [
  {
    id: 'import',
    label: 'action.import',
    group: 'scene',
    icon: 'import',
    keys: ['Mod+I'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.requestFiles(),
  },
  {
    id: 'library',
    label: 'action.library',
    group: 'scene',
    icon: 'library',
    keys: ['Shift+L'],
    isEdit: true,
    isOn: ({ ui }) => ui.state.value.isLibraryOpen && ui.state.value.arePanelsShown,
    perform: ({ editor: { ui } }) => ui.toggleLibrary(),
  },
  {
    id: 'versions',
    label: 'action.versions',
    group: 'scene',
    icon: 'history',
    keys: ['Mod+Alt+H'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'versions' }),
  },
  {
    id: 'options',
    label: 'action.options',
    group: 'scene',
    icon: 'swatch-book',
    keys: [],
    isEdit: true,
    perform: ({ editor, translations: { t } }) => showScenePanel(editor, [t('scene.options')]),
  },
  {
    id: 'interactions',
    label: 'action.interactions',
    group: 'scene',
    icon: 'mouse-pointer-click',
    keys: [],
    isEdit: true,
    perform: ({ editor, translations: { t } }) =>
      showScenePanel(editor, [t('scene.states'), t('scene.interactions')]),
  },
  {
    id: 'timeline',
    label: 'action.timeline',
    group: 'scene',
    icon: 'chart-gantt',
    keys: ['Shift+T'],
    isEdit: true,
    isOn: ({ ui }) => ui.state.value.isTimelineOpen && ui.state.value.arePanelsShown,
    perform: ({ editor: { ui } }) => ui.toggleTimeline(),
  },
  {
    id: 'translations',
    label: 'action.translations',
    group: 'scene',
    icon: 'languages',
    keys: [],
    isEdit: true,
    perform: ({ editor, translations: { t } }) => showScenePanel(editor, [t('scene.translations')]),
  },
  {
    id: 'reimagine',
    label: 'action.reimagine',
    group: 'scene',
    icon: 'sparkles',
    keys: [],
    isEdit: true,
    predicate: ({ canReimagine }) => canReimagine.value,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'reimagine' }),
  },
  {
    id: 'invite',
    label: 'action.invite',
    group: 'scene',
    icon: 'user-plus',
    keys: [],
    isEdit: true,
    predicate: ({ canInvite }) => canInvite.value,
    reason: 'reason.invite',
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'invite' }),
  },
  {
    id: 'publish',
    label: 'action.publish',
    group: 'scene',
    icon: 'rocket',
    keys: ['Mod+Enter'],
    isEdit: true,
    perform: ({ editor: { ui } }) => ui.change({ overlay: 'publish' }),
  },
];

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
export function getAction(id: string): Action {
  const action = byId.get(id);
  if (!action) {
    throw new Error(`There is no action ${id}`);
  }
  return action;
}

/** Shows the panel of the scene with these sections open, and the first one in view. */
function showScenePanel({ selection, ui }: Selecting & UserInterface, sections: readonly string[]): void {
  // Without a selection, the inspector shows the scene.
  selection.set([]);
  ui.change({ arePanelsShown: true, sheet: 'inspector' });
  for (const title of sections.toReversed()) {
    ui.revealFold(title);
  }
}
