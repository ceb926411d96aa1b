import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../../test/test-editor.ts';
import { goToAnchor, placeOf } from './model/comment-place.ts';

let editor: TestEditor;
let box: string;
const FRONT: [number, number, number] = [0.1, 0.1, 0.5];
const EMPTY: [number, number] = [20, 20];

const click = () => editor.click(...editor.screen(...FRONT));
const anchor = () => editor.commenting.draft.value?.anchor ?? null;
const near = (point: readonly number[]) => point.map((value) => expect.closeTo(value, 5));

beforeEach(() => {
  editor = new TestEditor();
  box = addNode(editor.ydoc, { kind: 'box', name: 'Box' });
  editor.tools.use('comment');
});

describe('a click on a surface', () => {
  it('starts a comment there with the view, without changing the scene', () => {
    const before = editor.scene.document.value;
    click();
    const { position, target, fov } = editor.camera.pose.value;
    expect(anchor()).toEqual({
      node: box,
      position: near(FRONT),
      normal: near([0, 0, 1]),
      surface: null,
      camera: { position: position.toArray(), target: target.toArray(), fov, projection: 'perspective' },
    });
    expect(editor.scene.document.value).toBe(before);
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('starts a comment in a read-only scene, and by touch', () => {
    editor.isReadOnly.value = true;
    editor.expectToBeIn('comment.idle');
    editor.tap(...editor.screen(...FRONT));
    expect(anchor()?.node).toBe(box);
  });

  it('moves the comment draft and keeps its text', () => {
    click();
    editor.commenting.text.value = 'Too small';
    editor.click(...editor.screen(-0.2, 0.1, 0.5));
    expect(anchor()?.position).toEqual(near([-0.2, 0.1, 0.5]));
    expect(editor.commenting.text.value).toBe('Too small');
  });

  it('starts no comment beside a surface or on a drag', () => {
    editor.click(...EMPTY);
    const [x, y] = editor.screen(...FRONT);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 40, y)
      .pointerUp();
    expect(editor.commenting.draft.value).toBeNull();
  });

  it('anchors the comment to the scene when the node is flat', () => {
    updateNode(editor.ydoc, box, { scale: [1, 1, 0] });
    editor.click(...editor.screen(0.1, 0.1, 0));
    expect(anchor()).toMatchObject({ node: null, position: near([0.1, 0.1, 0]) });
  });
});

describe('the anchor of a comment', () => {
  it('moves with its node, and is lost with it', () => {
    updateNode(editor.ydoc, box, { scale: [2, 1, 1], rotation: [0, 1, 0, 0] });
    editor.click(...editor.screen(0.4, 0.1, 0.5));
    const kept = anchor();
    expect(placeOf(editor, kept)?.toArray()).toEqual(near([0.4, 0.1, 0.5]));
    updateNode(editor.ydoc, box, { position: [1, 5, 0] });
    expect(placeOf(editor, kept)?.toArray()).toEqual(near([1.4, 5.1, 0.5]));
    removeNodes(editor.ydoc, [box]);
    expect(placeOf(editor, kept)).toBeNull();
    editor.camera.set({ ...editor.camera.pose.value, position: new Vector3(9, 9, 9) });
    goToAnchor(editor, kept);
    expect(editor.camera.pose.value.position.toArray()).toEqual(kept?.camera?.position);
  });

  it('is shown at the current place of its node, from the direction of its author', () => {
    click();
    const kept = anchor();
    const before = editor.camera.pose.value;
    const way = before.target.clone().sub(before.position);
    updateNode(editor.ydoc, box, { position: [40, 0, 0] });
    goToAnchor(editor, kept);
    const { position, target } = editor.camera.pose.value;
    expect(target.toArray()).toEqual(near([FRONT[0] + 40, FRONT[1], FRONT[2]]));
    expect(target.clone().sub(position).toArray()).toEqual(near(way.toArray()));
  });

  it('is shown from the current direction when no view was stored', () => {
    click();
    const kept = anchor();
    const bare = kept && { ...kept, camera: null };
    goToAnchor(editor, bare);
    expect(editor.camera.pose.value.target.toArray()).toEqual(near(FRONT));
    expect(goToAnchor(editor, null)).toBe(false);
  });
});

it('an anchor made in the orthographic view restores that projection', () => {
  editor.camera.setProjection('orthographic');
  click();
  const kept = anchor();
  editor.camera.setProjection('perspective');
  goToAnchor(editor, kept);
  expect(editor.camera.projection).toBe('orthographic');
});

describe('the Escape key', () => {
  it('closes the draft, then the thread, then the tool', () => {
    editor.commenting.show('thread', { isLeading: false });
    click();
    expect(editor.commenting.open.value).toBeNull();
    editor.commenting.text.value = 'No';
    editor.tools.cancel();
    expect([editor.commenting.draft.value, editor.commenting.text.value]).toEqual([null, 'No']);
    editor.commenting.show('thread', { isLeading: true });
    editor.tools.cancel();
    expect(editor.commenting.open.value).toBeNull();
    editor.expectToBeIn('comment.idle');
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });
});

it('a click on a locked node anchors the comment to that node', () => {
  updateNode(editor.ydoc, box, { locked: true });
  click();
  expect(anchor()?.node).toBe(box);
});

describe('the text of a comment draft', () => {
  it('survives Escape, and is cleared when the draft is finished', () => {
    const { commenting } = editor;
    click();
    commenting.text.value = 'Half a thought';
    editor.tools.cancel();
    expect([commenting.draft.value, commenting.text.value]).toEqual([null, 'Half a thought']);
    click();
    expect(commenting.text.value).toBe('Half a thought');
    commenting.finish();
    expect(commenting.text.value).toBe('');
  });
});

describe('a switch to another tool', () => {
  it('keeps the comment draft', () => {
    click();
    editor.commenting.text.value = 'Wait';
    editor.tools.use('distanceMeter');
    editor.tools.use('comment');
    expect(anchor()?.node).toBe(box);
    expect(editor.commenting.text.value).toBe('Wait');
  });
});

describe('a reply draft', () => {
  it('is restored with its thread, and becomes a new comment when the thread is gone', () => {
    const { commenting } = editor;
    commenting.show('thread', { isLeading: false });
    commenting.answer('thread', 'Half an answer');
    commenting.close();
    commenting.show('thread', { isLeading: false });
    expect(commenting.answers.value.get('thread')).toBe('Half an answer');
    commenting.text.value = 'Begun';
    expect(commenting.lose('thread')).toBe(true);
    expect(commenting.open.value).toBeNull();
    expect(commenting.draft.value?.anchor).toBeNull();
    expect(commenting.text.value).toBe('Begun\n\nHalf an answer');
    commenting.finish();
    expect(commenting.lose('thread')).toBe(false);
    expect(commenting.draft.value).toBeNull();
  });
});
