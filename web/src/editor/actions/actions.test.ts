import { messages as paletteEn } from '@diorama/shared/i18n/en/palette.ts';
import { messages as paletteEs } from '@diorama/shared/i18n/es/palette.ts';
import { findText, translator } from '@diorama/shared/i18n/t.ts';
import { addNode, groupNodes } from '@diorama/shared/scene/ops.ts';
import { describe, expect, it, vi } from 'vitest';
import type { EditorTranslations } from '../hooks/use-editor-translations.ts';
import { hasIcon } from '../icons.tsx';
import { isChord } from '../kernels/chords.ts';
import { rankMatches } from '../kernels/rank-matches.ts';
import { TestEditor } from '../test/test-editor.ts';
import { SelectTool } from '../tools/select/select-tool.ts';
import { isEnabled, labelOf, performAction, reasonAgainst } from './action.ts';
import { actions, getAction } from './index.ts';

describe('the list of actions', () => {
  it('assigns every key to one action only, and an icon to every action', () => {
    const keys = actions.flatMap((action) => action.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(actions.filter(({ icon }) => !hasIcon(icon)).map(({ id }) => id)).toEqual([]);
  });

  it('gives a reason for each action that can be disabled, except for reimagine', () => {
    const silent = actions.filter(({ predicate, reason }) => predicate && !reason).map(({ id }) => id);
    expect(silent).toEqual(['reimagine']);
    const editor = new TestEditor();
    expect(reasonAgainst(getAction('align.x.min'), editor)).toBe('reason.two');
    expect(reasonAgainst(getAction('selectAll'), editor)).toBeNull();
    editor.isReadOnly.value = true;
    expect(reasonAgainst(getAction('duplicate'), editor)).toBe('reason.readOnly');
  });

  it('has synonyms for existing actions only, with the same keys in both languages', () => {
    const keys = (translations: object) =>
      Object.keys(translations).filter((key) => key.startsWith('synonyms.'));
    const ids = new Set(actions.map(({ id }) => `synonyms.${id}`));
    expect(keys(paletteEn).filter((key) => !ids.has(key))).toEqual([]);
    expect(keys(paletteEs)).toEqual(keys(paletteEn));
  });

  it.each([
    ['array', 'repeat'],
    ['clone', 'duplicate'],
    ['hdri', 'library'],
    ['environment', 'library'],
    ['export', 'publish'],
    ['download', 'publish'],
    ['screenshot', 'screenshot'],
    ['upload', 'import'],
    ['boolean', 'tool.openings'],
    ['eyedropper', 'tool.dropper'],
    ['floor', 'toGround'],
    ['share', 'invite'],
    ['orthographic', 'orthographic'],
  ])('finds an action by the word "%s" from other tools', (word, id) => {
    const t = translator<typeof paletteEn>('en', paletteEn);
    const lines = actions.map(({ id, label }) => ({
      id,
      label,
      synonyms: findText(t, `synonyms.${id}`) ?? '',
    }));
    const found = rankMatches(lines, word).map((line) => line.id);
    expect(found.slice(0, 3)).toContain(id);
  });

  it('shows a notice when the undo key has nothing to undo', () => {
    const editor = new TestEditor();
    const keys = { key: 'z', code: 'KeyZ', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
    const event = { ...keys, preventDefault: () => undefined } as KeyboardEvent;
    performAction(actions, event, { editor, translations: {} as EditorTranslations });
    expect(editor.ui.notice.value).toEqual({ what: 'history.empty' });
  });

  it('offers no edits in a read-only scene', () => {
    const editor = new TestEditor();
    editor.isReadOnly.value = true;
    const offered = actions.filter((action) => isEnabled(action, editor)).map(({ id }) => id);
    expect(offered).toEqual(expect.arrayContaining(['focus', 'openingView', 'tool.select', 'grid']));
    for (const id of ['add.box', 'tool.move', 'tool.rotate', 'tool.scale', 'snap', 'library']) {
      expect(offered).not.toContain(id);
    }
    expect(actions.filter((action) => action.isEdit && isEnabled(action, editor))).toEqual([]);
  });
});

describe('actions on the selection', () => {
  it('are disabled when all selected nodes are locked', () => {
    const editor = new TestEditor();
    const [locked = '', free = ''] = [true, false].map((isLocked) =>
      addNode(editor.ydoc, { kind: 'box', locked: isLocked }),
    );
    const changing = ['delete', 'group', 'toGround', 'nudgeLeft', 'mirror.x', 'moveUp', 'moveDown'];
    const offered = () => changing.filter((id) => isEnabled(getAction(id), editor));
    editor.selection.set([locked]);
    expect(offered()).toEqual([]);
    expect(['copy', 'duplicate', 'lock'].every((id) => isEnabled(getAction(id), editor))).toBe(true);
    editor.selection.set([locked, free]);
    expect(offered()).toEqual(changing);
  });

  it('cut from a menu like the shortcut: copy and delete in one step', () => {
    const editor = new TestEditor();
    const id = addNode(editor.ydoc, { kind: 'box', name: 'Seat' });
    editor.selection.set([id]);
    getAction('cut').perform({ editor, translations: {} as EditorTranslations });
    expect(editor.scene.node(id)).toBeUndefined();
    getAction('paste').perform({ editor, translations: {} as EditorTranslations });
    expect(Object.values(editor.scene.document.value.nodes)).toMatchObject([{ name: 'Seat' }]);
    editor.history.undo();
    editor.history.undo();
    expect(editor.scene.node(id)).toMatchObject({ name: 'Seat' });
  });

  it('rename in the outliner, which opens if it is hidden', () => {
    const editor = new TestEditor();
    const id = addNode(editor.ydoc, { kind: 'box' });
    editor.selection.set([id]);
    editor.ui.change({ arePanelsShown: false, isLibraryOpen: true, sheet: 'inspector' });
    getAction('rename').perform({ editor, translations: {} as EditorTranslations });
    expect(editor.ui.state.value).toMatchObject({
      renaming: id,
      arePanelsShown: true,
      isLibraryOpen: false,
      sheet: 'outliner',
    });
  });

  it('leave the clipboard shortcuts to the browser, which fires its own events', () => {
    const editor = new TestEditor();
    const press = { key: 'c', code: 'KeyC', ctrlKey: true, metaKey: false, shiftKey: false, altKey: false };
    const event = { ...press, preventDefault: vi.fn() } as unknown as KeyboardEvent;
    expect(getAction('copy').keys.some((chord) => isChord(event, chord))).toBe(true);
    expect(performAction(actions, event, { editor, translations: {} as EditorTranslations })).toBe(false);
    expect(event.preventDefault).not.toHaveBeenCalled();
  });
});

describe('the invite action', () => {
  it('is enabled when the user may invite to the scene', () => {
    const editor = new TestEditor();
    const invite = getAction('invite');
    expect(isEnabled(invite, editor)).toBe(false);
    editor.canInvite.value = true;
    expect(isEnabled(invite, editor)).toBe(true);
    invite.perform({ editor, translations: {} as EditorTranslations });
    expect(editor.ui.state.value.overlay).toBe('invite');
  });
});

describe('the align, distribute and mirror actions', () => {
  it('are available by name when enough nodes are selected', () => {
    const editor = new TestEditor();
    const ids = [0, 3, 4].map((x) => addNode(editor.ydoc, { kind: 'box', position: [x, 0, 0] }));
    const offered = (id: string) => isEnabled(getAction(id), editor);
    editor.selection.set(ids.slice(0, 1));
    expect(['align.x.min', 'distribute.x', 'mirror.x'].map(offered)).toEqual([false, false, true]);
    editor.selection.set(ids);
    const translations = {
      t: (key: string, fill: object) => `${key} ${JSON.stringify(fill)}`,
    } as unknown as EditorTranslations;
    expect(labelOf(getAction('distribute.x'), translations)).toBe('arrange.distribute {"axis":"X"}');
    getAction('distribute.x').perform({ editor, translations });
    expect(ids.map((id) => editor.scene.node(id)?.position[0])).toEqual([0, 2, 4]);
    getAction('align.x.min').perform({ editor, translations });
    expect(ids.map((id) => editor.scene.node(id)?.position[0])).toEqual([0, 0, 0]);
  });
});

describe('a read-only user', () => {
  it('gets the select tool without handles', () => {
    const editor = new TestEditor();
    editor.tools.use('rotate');
    editor.isReadOnly.value = true;
    editor.expectToBeIn('select.idle');
    const { current } = editor.tools;
    expect(current instanceof SelectTool && current.frame).toBeNull();
  });
});

describe('the panels', () => {
  it('are hidden all at once, with the library, and restored as before', () => {
    const editor = new TestEditor();
    const box = addNode(editor.ydoc, { kind: 'box' });
    editor.selection.set([box]);
    const group = groupNodes(editor.ydoc, [box], { name: 'Group' }) ?? '';
    editor.selection.set([group]);
    editor.selection.set([box]);
    expect(editor.ui.openNodes.value.has(group)).toBe(true);
    editor.ui.openInOutliner([group], false);
    editor.ui.toggleLibrary();
    const translations = { t: (key: string) => key } as unknown as EditorTranslations;
    getAction('panels').perform({ editor, translations });
    expect(editor.ui.state.value).toMatchObject({ arePanelsShown: false });
    expect(getAction('library').isOn?.(editor)).toBe(false);
    getAction('panels').perform({ editor, translations });
    expect(getAction('library').isOn?.(editor)).toBe(true);
    expect(editor.ui.openNodes.value.has(group)).toBe(false);
  });

  it('open one at a time as sheets over the scene', () => {
    const { ui } = new TestEditor();
    ui.toggleSheet('outliner');
    ui.toggleSheet('inspector');
    expect(ui.state.value).toMatchObject({ sheet: 'inspector', isLibraryOpen: false });
    ui.toggleLibrary();
    expect(ui.state.value).toMatchObject({ sheet: null, isLibraryOpen: true });
    ui.toggleSheet('outliner');
    ui.toggleSheet('outliner');
    expect(ui.state.value).toMatchObject({ sheet: null, isLibraryOpen: false });
  });
});

describe('a key chord', () => {
  const press = (
    key: string,
    held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {},
  ) => ({
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
    ...held,
  });

  it('matches Ctrl or Cmd for Mod, and no other modifiers', () => {
    expect(isChord(press('z', { ctrlKey: true }), 'Mod+Z')).toBe(true);
    expect(isChord(press('z', { metaKey: true }), 'Mod+Z')).toBe(true);
    expect(isChord(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z')).toBe(false);
    expect(isChord(press('q'), 'Q')).toBe(true);
    expect(isChord(press('q', { altKey: true }), 'Q')).toBe(false);
  });

  it('matches by key position when the keyboard types no Latin letter', () => {
    expect(isChord({ ...press('я', { ctrlKey: true }), code: 'KeyZ' }, 'Mod+Z')).toBe(true);
    const onMac = { ...press('˙', { metaKey: true, altKey: true }), code: 'KeyH' };
    expect(isChord(onMac, 'Mod+Alt+H')).toBe(true);
    // A French keyboard has Z where the American one has W.
    expect(isChord({ ...press('z'), code: 'KeyW' }, 'W')).toBe(false);
    expect(isChord({ ...press('F2'), code: 'F2' }, 'F2')).toBe(true);
    const french = (key: string, init = {}) => ({ ...press(key, init), code: 'Digit5' });
    expect(isChord(french('('), '5')).toBe(true);
    expect(isChord(french('5', { shiftKey: true }), '5')).toBe(false);
    expect(isChord(french('%', { shiftKey: true }), '5')).toBe(false);
  });

  it('matches punctuation with or without Shift', () => {
    expect(isChord(press('?', { shiftKey: true }), '?')).toBe(true);
    expect(isChord(press('?'), '?')).toBe(true);
  });
});
