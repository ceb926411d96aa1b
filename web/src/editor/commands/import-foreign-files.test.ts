import { addNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, assignMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { expect, it, vi } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { clipboardText, paste } from './clipboard.ts';
import { importForeignFiles } from './import-foreign-files.ts';

const iri = (last: number) => `/api/assets/01900000-0000-7000-8000-00000000000${last}`;
const [MODEL, MAP, OWN, LOST] = [iri(1), iri(2), iri(3), iri(4)] as const;

/** Clipboard text of three models and of a box with a textured material. */
function someText(): string {
  const editor = new TestEditor();
  const chair = addNode(editor.ydoc, { kind: 'model', props: { asset: MODEL } });
  const own = addNode(editor.ydoc, { kind: 'model', props: { asset: OWN } });
  const lost = addNode(editor.ydoc, { kind: 'model', props: { asset: LOST } });
  const box = addNode(editor.ydoc, { kind: 'box' });
  assignMaterial(editor.ydoc, [box], addMaterial(editor.ydoc, { maps: { color: MAP } }));
  editor.selection.set([chair, own, lost, box]);
  return clipboardText(editor) ?? '';
}

it('a paste copies files of another workspace and reports files that could not be copied', async () => {
  const copy = vi.fn(async (from: string) => {
    if (from === LOST) {
      throw new Error('No');
    }
    return from.replace('019', '029');
  });
  const { text, refused } = await importForeignFiles(someText(), { isHere: (one) => one === OWN, copy });
  expect(refused.map((one) => one.iri)).toEqual([LOST]);
  expect(copy).not.toHaveBeenCalledWith(OWN);
  const editor = new TestEditor();
  editor.importForeignFiles = async () => text;
  expect(paste(editor, someText())).toBe(true);
  await vi.waitFor(() => expect(editor.selection.ids.value).toHaveLength(4));
  const { nodes, materials } = editor.scene.document.value;
  const assets = Object.values(nodes).flatMap((node) => (node.kind === 'model' ? [node.props.asset] : []));
  expect(assets).toEqual([MODEL.replace('019', '029'), OWN, LOST]);
  expect(Object.values(materials)[0]?.maps.color).toBe(MAP.replace('019', '029'));
  editor.history.undo();
  expect(editor.scene.document.value.nodes).toEqual({});
});

it('a paste is immediate when the text names no files or no importer exists', () => {
  const editor = new TestEditor();
  expect(paste(editor, someText())).toBe(true);
  expect(editor.selection.ids.value).toHaveLength(4);
  expect(paste(editor, 'hello')).toBe(false);
});
