import { messages as editorEn } from '@diorama/shared/i18n/en/editor.ts';
import { translator } from '@diorama/shared/i18n/t.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { historyActions } from '../actions/edit-actions.ts';
import { TestEditor } from '../test/test-editor.ts';
import type { ToolId } from './tool-id.ts';

let editor: TestEditor;
let box: string;
const undo = () => editor.tools.keyDown({ key: 'z', mod: true, shift: false, alt: false, at: 0 });
const document = () => JSON.stringify(editor.scene.document.value);

/** Running interactions, with the tool's state after undo. */
const gestures: [name: string, tool: ToolId, begin: () => void, after: string][] = [
  ['a dragged node', 'select', () => dragBox(), 'select.idle'],
  ['a dragged copy', 'select', () => dragBox(true), 'select.idle'],
  ['a selection rectangle', 'select', () => editor.pointerDown(10, 10).pointerMove(200, 200), 'select.idle'],
  ['the base of a shape', 'shapes', () => editor.pointerDown(500, 500).pointerMove(560, 540), 'shapes.idle'],
  ['the height of a shape', 'shapes', () => drawBase().pointerMove(560, 400), 'shapes.idle'],
  ['the start of a wall', 'wallBuild', () => editor.click(500, 500).pointerMove(600, 520), 'wallBuild.idle'],
  ['a point of a path', 'pen', () => editor.click(500, 500).click(600, 520), 'pen.drawing'],
  ['a point of a measurement', 'distanceMeter', () => editor.click(400, 300), 'distanceMeter.idle'],
];

function dragBox(alt = false): TestEditor {
  return editor.pointerDown(400, 300, { alt }).pointerMove(460, 320, { alt });
}

function drawBase(): TestEditor {
  return editor.pointerDown(500, 500).pointerMove(560, 540).pointerUp();
}

beforeEach(() => {
  editor = new TestEditor();
  box = editor.edit(() => addNode(editor.ydoc, { kind: 'box', position: [0, 0.5, 0] }));
});

describe('undo during a gesture', () => {
  it.each(gestures)('reverts %s, and no earlier step', (_name, tool, begin, after) => {
    editor.selection.set([box]);
    editor.tools.use(tool);
    const before = document();
    begin();
    expect(editor.tools.current.state.hasDraft).toBe(true);
    expect(editor.tools.hasDraft.value).toBe(true);
    expect(undo()).toBe(true);
    expect(editor.tools.hasDraft.value).toBe(editor.tools.current.state.hasDraft);
    editor.expectToBeIn(after);
    expect(document()).toBe(before);
    expect(editor.history.steps.done).toHaveLength(1);
    expect(editor.drag.state.value).toBeNull();
    editor.pointerUp();
  });

  it('also works by the undo button', () => {
    dragBox();
    const [action] = historyActions;
    expect(action?.predicate?.(editor)).toBe(true);
    action?.perform({ editor, translations: { language: 'en', t: translator('en', editorEn) } });
    editor.expectToBeIn('move.idle');
    expect(editor.scene.node(box)).toBeDefined();
  });

  it('is left to the history when no gesture is running', () => {
    expect(undo()).toBe(false);
    expect(editor.tools.undo()).toBe(false);
  });
});
