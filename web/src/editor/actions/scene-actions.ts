import type { Selecting, UserInterface } from '../parts.ts';
import type { Action } from './action.ts';

/** Actions for the whole scene. */
export const sceneActions: readonly Action[] = [
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

/** Shows the panel of the scene with these sections open, and the first one in view. */
function showScenePanel({ selection, ui }: Selecting & UserInterface, sections: readonly string[]): void {
  // Without a selection, the inspector shows the scene.
  selection.set([]);
  ui.change({ arePanelsShown: true, sheet: 'inspector' });
  for (const title of sections.toReversed()) {
    ui.revealFold(title);
  }
}
