import type { Asset } from '@diorama/shared/contract/assets.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { AssetsManager } from '../../../managers/assets.ts';
import { asset, IRI, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { removeOption, sceneOptions } from '../../options/model/options.ts';
import { ImportRecords } from './import-records.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles } from './stored-files.ts';

const withVariants = (variants: string[], status: Asset['status'] = 'ready') =>
  asset({ status, url: 'x', extra: { ...asset({}).extra, variants } });
const COLORS = withVariants(['Oak', 'Walnut']);

let editor: TestEditor;
let assets: AssetsManager;
let imports: ImportsManager;

beforeEach(() => {
  editor = new TestEditor();
  assets = new AssetsManager(
    { get: async () => asset({ status: 'processing' }), subscribe: () => () => undefined },
    editor.scene,
  );
  imports = new ImportsManager(editor, {
    assets,
    records: new ImportRecords('scene', memory()),
    kept: createStoredFiles(null),
    send: () => Promise.reject(new Error('Nothing is sent')),
    importAgain: () => Promise.reject(new Error('Nothing is imported again')),
    discard: () => undefined,
  });
});

/** Inserts a model whose file is in the library. */
function insert(): string {
  const id = editor.edit(() => addNode(editor.ydoc, { kind: 'model', name: 'Chair', props: { asset: IRI } }));
  imports.noteInserted(id);
  return id;
}

const options = () =>
  sceneOptions(editor).map(({ name, choices }) => [name, ...choices.map((one) => one.name)]);

describe('the variants of an inserted model', () => {
  it('become an option once the file is ready, and are undone and redone with the model', () => {
    const id = insert();
    editor.edit(() => updateNode(editor.ydoc, id, { position: [1, 0, 0] }));
    assets.set(withVariants(['Oak', 'Walnut'], 'processing'));
    expect(options()).toEqual([]);
    assets.set(COLORS);
    expect(options()).toEqual([['Chair', 'Oak', 'Walnut']]);
    expect(editor.history.steps.done).toHaveLength(2);
    editor.history.undo();
    expect(options()).toHaveLength(1);
    editor.history.undo();
    expect([options(), editor.scene.idsOf('model')]).toEqual([[], []]);
    editor.history.redo();
    expect([options().length, editor.scene.idsOf('model').length]).toEqual([1, 1]);
  });

  it('become one option per file, which is not recreated after its deletion', () => {
    insert();
    assets.set(COLORS);
    insert();
    assets.set({ ...COLORS });
    expect(options()).toHaveLength(1);
    const [option] = sceneOptions(editor);
    if (option) {
      removeOption(editor, option);
    }
    assets.set({ ...COLORS });
    expect(options()).toEqual([]);
  });

  it('join the undo step of a drag in progress, and no undone step', () => {
    const id = insert();
    const mark = editor.history.mark();
    editor.edit(() => updateNode(editor.ydoc, id, { position: [2, 0, 0] }), mark);
    assets.set(COLORS);
    editor.edit(() => updateNode(editor.ydoc, id, { position: [3, 0, 0] }), mark);
    editor.history.commit();
    editor.history.undo();
    expect([editor.scene.node(id)?.position, options().length]).toEqual([[0, 0, 0], 1]);
    editor.history.undo();
    expect(options()).toEqual([]);
    assets.set({ ...COLORS });
    expect([options(), editor.history.state.value.canRedo]).toEqual([[], true]);
  });

  it('wait for the permission to edit', () => {
    insert();
    editor.isReadOnly.value = true;
    assets.set(COLORS);
    expect(options()).toEqual([]);
    editor.isReadOnly.value = false;
    expect(options()).toHaveLength(1);
  });

  it('create no option for a single variant', () => {
    insert();
    assets.set(withVariants(['Only']));
    expect(options()).toEqual([]);
  });
});
