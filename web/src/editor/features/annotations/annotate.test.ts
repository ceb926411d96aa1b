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

describe('A click on a surface', () => {
  it('sets an annotation there with its normal and the view, and selects it', () => {
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

  it('keeps which part of a door or a window it is on, to go along with', () => {
    const spot = { mesh: 1, triangle: 4, barycentric: [1, 0, 0] as [number, number, number] };
    const hit = { id: 'door', slot: 'leaf', part: null, spot } as SceneHit;
    expect(hitSurfaceOf(hit)).toEqual({ node: 'door', mesh: 'leaf', triangle: 4, barycentric: [1, 0, 0] });
    expect(hitSurfaceOf({ ...hit, spot: null })).toMatchObject({ mesh: null, triangle: null });
  });

  it('sets it where it was clicked on what is turned, moved and stretched, and it goes along from then on', () => {
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

  it('sets one at the root on what is flat to nothing', () => {
    updateNode(editor.ydoc, box, { scale: [1, 0, 1] });
    const hit = { id: box, slot: null, part: null, distance: 1, triangle: null, spot: null };
    const id = createAnnotation(
      editor,
      { ...hit, point: new Vector3(1, 2, 3), normal: new Vector3(0, 1, 0) },
      'A',
    );
    expect(annotation(id ?? '')).toMatchObject({ parent: null, position: [1, 2, 3] });
  });

  it('is one step of the history', () => {
    const id = annotate();
    editor.history.undo();
    expect(editor.scene.node(id)).toBeUndefined();
    editor.history.redo();
    expect(annotation(id)?.parent).toBe(box);
  });

  it('needs a surface, and is no drag', () => {
    editor.click(...EMPTY);
    const [x, y] = editor.screen(...FRONT);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 40, y)
      .pointerUp();
    expect(tour()).toEqual([]);
  });

  it('does nothing on what is locked, or for who may only look', () => {
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

describe('An annotation on what moves by itself', () => {
  const spot = { node: '', mesh: 'Lid', triangle: 3, barycentric: [1, 0, 0] as [number, number, number] };
  const held = () => {
    const id = annotate();
    updateNode<'annotation'>(editor.ydoc, id, { props: { surface: { ...spot, node: box } } });
    return id;
  };

  it('stands where it is dragged, and goes along with its spot no more', () => {
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

  it('keeps to its spot while what it is on is moved, and where it is only turned', () => {
    const id = held();
    editor.selection.set([box]);
    editor.drag.start();
    editor.drag.move(new Matrix4().makeTranslation(0, 2, 0));
    editor.drag.commit(['position']);
    expect(annotation(id)?.props.surface?.triangle).toBe(3);
  });

  it('is moved to another place by a click on it, and keeps its view and its place in the tour', async () => {
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

  it('stays where it is when its move is taken back', async () => {
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

describe('An annotation whose file is replaced', () => {
  const replaced = (props: { size: [number, number, number] }) => {
    const id = annotate();
    flagFileAnnotations(editor, box);
    updateNode<'box'>(editor.ydoc, box, { props });
    projectAnnotations(editor, box);
    return id;
  };

  it('comes to lie on what is there now, along the way that it looked, and is to be checked', () => {
    const id = replaced({ size: [1, 1, 2] });
    expect(placeOf(id)).toEqual([0.1, 0.1, 1].map((value) => expect.closeTo(value, 5)));
    expect(annotation(id)?.props.toCheck).toBe(true);
    expect(isEnabled(getAction('confirmAnnotation'), editor)).toBe(true);
    confirmAnnotation(editor, id);
    expect(annotation(id)?.props.toCheck).toBe(false);
    expect(isEnabled(getAction('confirmAnnotation'), editor)).toBe(false);
  });

  it('needs no checking where it was right, and stays where there is nothing under it', () => {
    expect(annotation(replaced({ size: [1.3, 1, 1] }))?.props.toCheck).toBe(false);
    const lost = annotate();
    flagFileAnnotations(editor, box);
    updateNode<'box'>(editor.ydoc, box, { props: { size: [0.1, 0.1, 0.1] } });
    projectAnnotations(editor, box);
    expect(annotation(lost)?.props.toCheck).toBe(true);
    expect(placeOf(lost)).toEqual(FRONT.map((value) => expect.closeTo(value, 5)));
  });

  it('goes along with nothing until it is checked, and is in its place once it is moved by hand', () => {
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

describe('Escape', () => {
  it('lets go of the annotation first and of the tool second', () => {
    annotate();
    editor.tools.cancel();
    editor.expectToBeIn('annotate.idle');
    expect(editor.selection.ids.value).toEqual([]);
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });
});

describe('The tour', () => {
  it('goes in the order of making, until one is put before another', () => {
    const [, second, third] = [annotate(), annotate(), annotate()];
    expect(tour()).toEqual(['Annotation', 'Annotation 2', 'Annotation 3']);
    moveInTour(editor, third, second);
    expect(tour()).toEqual(['Annotation', 'Annotation 3', 'Annotation 2']);
    moveInTour(editor, third, null);
    expect(tour()).toEqual(['Annotation', 'Annotation 2', 'Annotation 3']);
    editor.history.undo();
    expect(tour()).toEqual(['Annotation', 'Annotation 3', 'Annotation 2']);
  });

  it('can be put in order where two people gave the same place', () => {
    const [first, second, third] = [annotate(), annotate(), annotate()];
    for (const id of [first, second, third]) {
      updateNode<'annotation'>(editor.ydoc, id, { props: { order: 'a0' } });
    }
    const [a, b, c] = tourOf(editor.scene.document.value).map(({ id }) => id);
    moveInTour(editor, c ?? '', b ?? '');
    expect(tourOf(editor.scene.document.value).map(({ id }) => id)).toEqual([a, c, b]);
  });

  it('stays as it is for ids that are gone, and for other things', () => {
    const id = annotate();
    moveInTour(editor, 'gone', id);
    moveInTour(editor, box, id);
    moveInTour(editor, id, 'gone');
    moveInTour(editor, id, id);
    expect(tour()).toEqual(['Annotation']);
    expect(editor.scene.node(box)?.kind).toBe('box');
  });

  it('takes the person to the view that was kept', () => {
    const kept = editor.camera.pose.value.position.clone();
    const id = annotate();
    editor.camera.set({ ...editor.camera.pose.value, position: new Vector3(50, 50, 50) });
    editor.selection.clear();
    goToAnnotation(editor, id);
    expect(editor.camera.pose.value.position.toArray()).toEqual(kept.toArray());
    expect(editor.selection.ids.value).toEqual([id]);
  });

  it('loses what it stood on together with it, and undo brings both back', () => {
    const id = annotate();
    editor.selection.set([box]);
    deleteSelection(editor);
    expect(tour()).toEqual([]);
    editor.history.undo();
    expect(annotation(id)?.parent).toBe(box);
  });

  it('outlives a thing that another person deletes at the same moment', () => {
    const id = addNode(editor.ydoc, { kind: 'annotation', name: 'Orphan', parent: 'gone' });
    removeNodes(editor.ydoc, [box]);
    goToAnnotation(editor, id);
    expect(tour()).toEqual(['Orphan']);
  });
});

describe('A link', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', 'JaVaScRiPt:alert(1)', 'ftp://a.b', '//a.b', 'a', ''])(
    'is never %j',
    (link) => {
      expect(() => parseDocument({ nodes: { a: { kind: 'annotation', props: { link } } } })).toThrow(
        'rule.web-link',
      );
      const id = annotate();
      expect(() => updateNode<'annotation'>(editor.ydoc, id, { props: { link } })).toThrow();
    },
  );

  it.each(['https://example.com/a?b#c', 'http://localhost:3000'])('may be %j', (link) => {
    const { nodes } = parseDocument({ nodes: { a: { kind: 'annotation', props: { link } } } });
    expect(nodes.a?.props).toMatchObject({ link });
  });
});
