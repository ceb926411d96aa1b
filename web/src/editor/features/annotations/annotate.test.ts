import { tourOf } from '@diorama/shared/scene/annotations.ts';
import { parseDocument } from '@diorama/shared/scene/document.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { isEnabled } from '../../actions/action.ts';
import { getAction } from '../../actions/index.ts';
import { deleteSelection } from '../../commands/selection.ts';
import type { EditorTranslations } from '../../hooks/use-editor-translations.ts';
import type { SceneHit } from '../../scene-queries.ts';
import { TestEditor } from '../../test/test-editor.ts';
import { annotationMarkers } from './annotation-markers.ts';
import {
  confirmAnnotation,
  createAnnotation,
  goToAnnotation,
  hitSurfaceOf,
  moveInTour,
} from './model/annotations.ts';
import { flagFileAnnotations, projectAnnotations } from './model/flag-file-annotations.ts';

let editor: TestEditor;
let box: string;

const EMPTY: [number, number] = [20, 20];
const FRONT: [number, number, number] = [0.1, 0.1, 0.5];

const annotate = () => {
  editor.click(...editor.screen(...FRONT));
  return editor.selection.primary ?? '';
};
const tour = () => tourOf(editor.scene.document.value).map(({ node }) => node.name);
const placeOf = (id: string) => new Vector3().setFromMatrixPosition(editor.scene.worldOf(id)).toArray();
const annotation = (id: string) => {
  const node = editor.scene.node(id);
  return node?.kind === 'annotation' ? node : undefined;
};

beforeEach(() => {
  editor = new TestEditor();
  box = addNode(editor.ydoc, { kind: 'box', name: 'Box' });
  editor.tools.use('annotate');
});

describe('a click on a surface', () => {
  it('adds an annotation there with the normal and the view, and selects it', () => {
    const id = annotate();
    const node = annotation(id);
    const { position, target } = editor.camera.pose.value;
    expect(placeOf(id)).toEqual(FRONT.map((value) => expect.closeTo(value, 6)));
    expect(node).toMatchObject({
      name: 'Annotation',
      parent: box,
      props: { camera: { position: position.toArray(), target: target.toArray() }, surface: { node: box } },
    });
    expect(node?.props.normal).toEqual([0, 0, 1].map((value) => expect.closeTo(value, 6)));
  });

  it('stores the part of a door or window that was hit', () => {
    const spot = { mesh: 1, triangle: 4, barycentric: [1, 0, 0] as [number, number, number] };
    const hit = { id: 'door', slot: 'leaf', part: null, spot } as SceneHit;
    expect(hitSurfaceOf(hit)).toEqual({ node: 'door', mesh: 'leaf', triangle: 4, barycentric: [1, 0, 0] });
    expect(hitSurfaceOf({ ...hit, spot: null })).toMatchObject({ mesh: null, triangle: null });
  });

  it('places the annotation on a rotated, moved and scaled node, and the annotation moves with the node', () => {
    updateNode(editor.ydoc, box, { position: [1, 0, -1], scale: [2, 1, 1], rotation: [0, 1, 0, 0] });
    const hit = { id: box, slot: null, part: null, distance: 1, triangle: null, spot: null };
    const id = createAnnotation(
      editor,
      { ...hit, point: new Vector3(2, 0.2, -0.5), normal: new Vector3(0, 0, 1) },
      'Side',
    );
    expect(placeOf(id ?? '')).toEqual([2, 0.2, -0.5].map((value) => expect.closeTo(value, 6)));
    expect(annotation(id ?? '')?.props.normal).toEqual([0, 0, -1].map((value) => expect.closeTo(value, 6)));
    updateNode(editor.ydoc, box, { position: [1, 5, -1] });
    expect(placeOf(id ?? '')[1]).toBeCloseTo(5.2);
  });

  it('adds the annotation to the root when the node is scaled to zero', () => {
    updateNode(editor.ydoc, box, { scale: [1, 0, 1] });
    const hit = { id: box, slot: null, part: null, distance: 1, triangle: null, spot: null };
    const id = createAnnotation(
      editor,
      { ...hit, point: new Vector3(1, 2, 3), normal: new Vector3(0, 1, 0) },
      'A',
    );
    expect(annotation(id ?? '')).toMatchObject({ parent: null, position: [1, 2, 3] });
  });

  it('is one undo step', () => {
    const id = annotate();
    editor.history.undo();
    expect(editor.scene.node(id)).toBeUndefined();
    editor.history.redo();
    expect(annotation(id)?.parent).toBe(box);
  });

  it('adds nothing beside a surface or on a drag', () => {
    editor.click(...EMPTY);
    const [x, y] = editor.screen(...FRONT);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 40, y)
      .pointerUp();
    expect(tour()).toEqual([]);
  });

  it('adds nothing on a locked node or in a read-only scene', () => {
    updateNode(editor.ydoc, box, { locked: true });
    annotate();
    updateNode(editor.ydoc, box, { locked: false });
    editor.isReadOnly.value = true;
    editor.expectToBeIn('select.idle');
    const [hit] =
      editor.queries?.hits(editor.camera.rayAt(editor.camera.project(new Vector3(...FRONT)))) ?? [];
    expect(hit && createAnnotation(editor, hit, 'No')).toBeNull();
    expect(tour()).toEqual([]);
  });
});

describe('an annotation on animated geometry', () => {
  const spot = { node: '', mesh: 'Lid', triangle: 3, barycentric: [1, 0, 0] as [number, number, number] };
  const held = () => {
    const id = annotate();
    updateNode<'annotation'>(editor.ydoc, id, { props: { surface: { ...spot, node: box } } });
    return id;
  };

  it('moves to where it is dragged, and no longer follows its triangle', () => {
    const id = held();
    editor.drag.start();
    editor.drag.move(new Matrix4().makeTranslation(0, 2, 0));
    const marked = () => annotationMarkers(editor).read().markers[0];
    expect(marked()).toMatchObject({ position: { y: expect.closeTo(2.1, 5) }, follow: undefined });
    editor.drag.commit(['position']);
    expect(placeOf(id)[1]).toBeCloseTo(2.1, 5);
    expect(annotation(id)?.props.surface).toEqual({ ...spot, node: box, triangle: null, barycentric: null });
    editor.history.undo();
    expect(annotation(id)?.props.surface?.triangle).toBe(3);
  });

  it('keeps its triangle while its node is moved', () => {
    const id = held();
    editor.selection.set([box]);
    editor.drag.start();
    editor.drag.move(new Matrix4().makeTranslation(0, 2, 0));
    editor.drag.commit(['position']);
    expect(annotation(id)?.props.surface?.triangle).toBe(3);
  });

  it('is moved by a click on another place, and keeps its view and its order in the tour', async () => {
    const id = held();
    annotate();
    const other = addNode(editor.ydoc, { kind: 'box', position: [2, 0, 0] });
    const before = annotation(id);
    editor.selection.set([id]);
    getAction('moveAnnotation').perform({ editor, translations: {} as EditorTranslations });
    await expect.poll(() => editor.tools.current.path).toBe('annotate.moving');
    // A camera gesture does not end the wait.
    editor
      .expectToBeIn('annotate.moving')
      .pointerDown(...editor.screen(2, 0.2, 0.5))
      .tools.losePointer();
    editor
      .pointerUp()
      .expectToBeIn('annotate.moving')
      .click(...editor.screen(2, 0.2, 0.5));
    editor.expectToBeIn('annotate.idle');
    expect(annotation(id)).toMatchObject({
      parent: other,
      props: {
        surface: { node: other, triangle: null },
        camera: before?.props.camera,
        order: before?.props.order,
      },
    });
    expect(placeOf(id)).toEqual([2, 0.2, 0.5].map((value) => expect.closeTo(value, 5)));
    expect(tour()).toHaveLength(2);
    editor.history.undo();
    expect(annotation(id)).toMatchObject({ parent: box, position: before?.position });
  });

  it('stays in place when its move is canceled', async () => {
    const id = held();
    const before = annotation(id);
    editor.selection.set([id]);
    getAction('moveAnnotation').perform({ editor, translations: {} as EditorTranslations });
    await expect.poll(() => editor.tools.current.path).toBe('annotate.moving');
    editor.tools.cancel();
    editor.expectToBeIn('annotate.idle').click(...EMPTY);
    expect(annotation(id)).toEqual(before);
  });
});

describe('an annotation whose model file is replaced', () => {
  const replaced = (props: { size: [number, number, number] }) => {
    const id = annotate();
    flagFileAnnotations(editor, box);
    updateNode<'box'>(editor.ydoc, box, { props });
    projectAnnotations(editor, box);
    return id;
  };

  it('is projected onto the new surface along its normal, and flagged for review', () => {
    const id = replaced({ size: [1, 1, 2] });
    expect(placeOf(id)).toEqual([0.1, 0.1, 1].map((value) => expect.closeTo(value, 5)));
    expect(annotation(id)?.props.toCheck).toBe(true);
    expect(isEnabled(getAction('confirmAnnotation'), editor)).toBe(true);
    confirmAnnotation(editor, id);
    expect(annotation(id)?.props.toCheck).toBe(false);
    expect(isEnabled(getAction('confirmAnnotation'), editor)).toBe(false);
  });

  it('is not flagged when its place still fits, and stays in place without a surface below', () => {
    expect(annotation(replaced({ size: [1.3, 1, 1] }))?.props.toCheck).toBe(false);
    const lost = annotate();
    flagFileAnnotations(editor, box);
    updateNode<'box'>(editor.ydoc, box, { props: { size: [0.1, 0.1, 0.1] } });
    projectAnnotations(editor, box);
    expect(annotation(lost)?.props.toCheck).toBe(true);
    expect(placeOf(lost)).toEqual(FRONT.map((value) => expect.closeTo(value, 5)));
  });

  it('follows no triangle until its review, and is confirmed by a manual move', () => {
    const id = replaced({ size: [1, 1, 2] });
    updateNode<'annotation'>(editor.ydoc, id, {
      props: { surface: { node: box, mesh: 'Lid', triangle: 3, barycentric: [1, 0, 0] } },
    });
    expect(annotationMarkers(editor).read().markers[0]?.follow).toBeUndefined();
    editor.drag.start();
    editor.drag.commit(['position']);
    expect(annotation(id)?.props.toCheck).toBe(false);
  });
});

describe('the Escape key', () => {
  it('deselects the annotation first, and leaves the tool second', () => {
    annotate();
    editor.tools.cancel();
    editor.expectToBeIn('annotate.idle');
    expect(editor.selection.ids.value).toEqual([]);
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });
});

describe('the tour', () => {
  it('follows the order of creation until an annotation is moved', () => {
    const [, second, third] = [annotate(), annotate(), annotate()];
    expect(tour()).toEqual(['Annotation', 'Annotation 2', 'Annotation 3']);
    moveInTour(editor, third, second);
    expect(tour()).toEqual(['Annotation', 'Annotation 3', 'Annotation 2']);
    moveInTour(editor, third, null);
    expect(tour()).toEqual(['Annotation', 'Annotation 2', 'Annotation 3']);
    editor.history.undo();
    expect(tour()).toEqual(['Annotation', 'Annotation 3', 'Annotation 2']);
  });

  it('can be reordered when several annotations have the same order value', () => {
    const [first, second, third] = [annotate(), annotate(), annotate()];
    for (const id of [first, second, third]) {
      updateNode<'annotation'>(editor.ydoc, id, { props: { order: 'a0' } });
    }
    const [a, b, c] = tourOf(editor.scene.document.value).map(({ id }) => id);
    moveInTour(editor, c ?? '', b ?? '');
    expect(tourOf(editor.scene.document.value).map(({ id }) => id)).toEqual([a, c, b]);
  });

  it('ignores ids that are gone and nodes of other kinds', () => {
    const id = annotate();
    moveInTour(editor, 'gone', id);
    moveInTour(editor, box, id);
    moveInTour(editor, id, 'gone');
    moveInTour(editor, id, id);
    expect(tour()).toEqual(['Annotation']);
    expect(editor.scene.node(box)?.kind).toBe('box');
  });

  it('restores the view of an annotation and selects it', () => {
    const kept = editor.camera.pose.value.position.clone();
    const id = annotate();
    editor.camera.set({ ...editor.camera.pose.value, position: new Vector3(50, 50, 50) });
    editor.selection.clear();
    goToAnnotation(editor, id);
    expect(editor.camera.pose.value.position.toArray()).toEqual(kept.toArray());
    expect(editor.selection.ids.value).toEqual([id]);
  });

  it('loses the annotations of a deleted node, and undo restores both', () => {
    const id = annotate();
    editor.selection.set([box]);
    deleteSelection(editor);
    expect(tour()).toEqual([]);
    editor.history.undo();
    expect(annotation(id)?.parent).toBe(box);
  });

  it('keeps an annotation whose parent another user deletes concurrently', () => {
    const id = addNode(editor.ydoc, { kind: 'annotation', name: 'Orphan', parent: 'gone' });
    removeNodes(editor.ydoc, [box]);
    goToAnnotation(editor, id);
    expect(tour()).toEqual(['Orphan']);
  });
});

describe('a link of an annotation', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt:alert(1)', 'ftp://a.b', '//a.b', 'a', ''])(
    'rejects %j',
    (link) => {
      expect(() => parseDocument({ nodes: { a: { kind: 'annotation', props: { link } } } })).toThrow(
        'rule.web-link',
      );
      const id = annotate();
      expect(() => updateNode<'annotation'>(editor.ydoc, id, { props: { link } })).toThrow();
    },
  );

  it.each(['https://example.com/a?b#c', 'http://localhost:3000'])('accepts %j', (link) => {
    const { nodes } = parseDocument({ nodes: { a: { kind: 'annotation', props: { link } } } });
    expect(nodes.a?.props).toMatchObject({ link });
  });
});
