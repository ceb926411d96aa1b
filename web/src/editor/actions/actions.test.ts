import { describe, expect, it } from 'vitest';
import { hasIcon } from '../icons.tsx';
import { isChord } from '../kernels/chords.ts';
import { TestEditor } from '../test/test-editor.ts';
import { isEnabled } from './action.ts';
import { actions } from './index.ts';

describe('The list of actions', () => {
  it('gives every key to one action only, and every action an icon', () => {
    const keys = actions.flatMap((action) => action.keys);
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
    expect(actions.filter(({ icon }) => !hasIcon(icon)).map(({ id }) => id)).toEqual([]);
  });

  it('offers no edits to who may only look', () => {
    const editor = new TestEditor();
    editor.isReadOnly.set(true);
    const offered = actions.filter((action) => isEnabled(action, editor)).map(({ id }) => id);
    expect(offered).toContain('focus');
    expect(offered).not.toContain('add.box');
    expect(actions.filter((action) => action.isEdit && isEnabled(action, editor))).toEqual([]);
  });
});

describe('A chord', () => {
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

  it('is Ctrl or Cmd for Mod, and nothing more than it says', () => {
    expect(isChord(press('z', { ctrlKey: true }), 'Mod+Z')).toBe(true);
    expect(isChord(press('z', { metaKey: true }), 'Mod+Z')).toBe(true);
    expect(isChord(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z')).toBe(false);
    expect(isChord(press('q'), 'Q')).toBe(true);
    expect(isChord(press('q', { altKey: true }), 'Q')).toBe(false);
  });

  it('takes signs however the keyboard writes them', () => {
    expect(isChord(press('?', { shiftKey: true }), '?')).toBe(true);
    expect(isChord(press('?'), '?')).toBe(true);
  });
});
