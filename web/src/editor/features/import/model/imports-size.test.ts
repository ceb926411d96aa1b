import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { expect, it } from 'vitest';
import { AssetsManager } from '../../../managers/assets.ts';
import { asset, IRI, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { ImportRecords } from './import-records.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles } from './stored-files.ts';

/** Converted model of a given size. */
const ready = (size: number) =>
  asset({
    status: 'ready',
    url: 'x',
    extra: { ...asset({}).extra, bounds: { min: [0, -1, 0], max: [size, 1, 2] } },
  });

const editor = new TestEditor();
const assets = new AssetsManager(
  { get: async () => asset({ status: 'processing', progress: 40 }), subscribe: () => () => undefined },
  editor.scene,
);
// An existing node uploads nothing.
const imports = new ImportsManager(editor, {
  assets,
  records: new ImportRecords('scene', memory()),
  kept: createStoredFiles(null),
  send: () => Promise.reject(new Error('nothing to send')),
  importAgain: () => Promise.reject(new Error('It is not asked for')),
  discard: () => undefined,
});

it('an inserted library model of implausible size is asked about, until the scale is applied', () => {
  const id = addNode(editor.ydoc, { kind: 'model', name: 'Ship', props: { asset: IRI } });
  const gone = addNode(editor.ydoc, { kind: 'model', name: 'Gone', props: { asset: IRI } });
  imports.noteInserted(id);
  imports.noteInserted(gone);
  removeNodes(editor.ydoc, [gone]);
  assets.set(ready(200));
  expect(imports.items.value).toMatchObject([
    { nodeId: id, phase: { kind: 'ready', question: { size: 200 } } },
  ]);
  imports.applyScale(id, 0.01);
  expect(editor.scene.node(id)?.scale).toEqual([0.01, 0.01, 0.01]);
  expect(imports.items.value).toEqual([]);
  // No question for a usual size.
  assets.set(ready(2));
  imports.noteInserted(id);
  expect(imports.items.value).toEqual([]);
});
