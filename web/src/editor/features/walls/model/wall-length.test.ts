import { addNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLiveEdit } from '../../../commands/live-edit.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { WallLengthEdit } from './wall-length.ts';
import { lengthOfWall } from './wall-plan.ts';

let editor: TestEditor;
let edit: WallLengthEdit;
let [wall, next]: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  editor = new TestEditor();
  edit = new WallLengthEdit(editor, createLiveEdit(editor));
  wall = addNode(editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [3, 0] } });
  next = addNode(editor.ydoc, { kind: 'wall', props: { start: [3, 0], end: [5, 0] } });
  for (const [parent, offset] of [
    [wall, 1.5],
    [next, 1],
  ] as const) {
    addNode(editor.ydoc, { kind: 'opening', parent, props: { offset, width: 1 } });
  }
});
afterEach(() => {
  editor.dispose();
  vi.useRealTimers();
});

const type = (length: number) => {
  edit.change(wall ?? '', length);
  edit.commit();
};
const lengths = () => [wall, next].map((id) => lengthOfWall(editor, id ?? ''));
const notice = () => editor.ui.notice.value?.what;

it('a typed wall length moves the adjoining wall, in one undo step', () => {
  type(2.5);
  expect(lengths()).toEqual([expect.closeTo(2.5), expect.closeTo(2.5)]);
  expect(notice()).toBeUndefined();
  editor.history.undo();
  expect(lengths()).toEqual([3, 2]);
});

it('a wall length too short for its openings is rejected with a notice', () => {
  type(0.5);
  expect([notice(), lengths()]).toEqual(['wall.short', [3, 2]]);
  expect(editor.history.state.value.canUndo).toBe(false);
});

it('a wall length that makes the adjoining wall too short is rejected with a notice', () => {
  type(4.5);
  expect([notice(), lengths()]).toEqual(['wall.short', [3, 2]]);
});

it('an unchanged, canceled or corrected wall length shows no notice', () => {
  type(3);
  edit.change(wall ?? '', 0.5);
  edit.cancel();
  edit.change(wall ?? '', 0.5);
  type(2.5);
  expect([notice(), lengths()[0]]).toEqual([undefined, expect.closeTo(2.5)]);
});

it('a stepped wall length stops before the first invalid value, with a notice', () => {
  for (const length of [2, 1.5, 0.5]) {
    edit.change(wall ?? '', length);
    edit.step();
  }
  expect([notice(), lengths()[0]]).toEqual(['wall.short', expect.closeTo(1.5)]);
  vi.runAllTimers();
  editor.history.undo();
  expect(lengths()).toEqual([3, 2]);
});
