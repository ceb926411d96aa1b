import type { Asset } from '@diorama/shared/contract/assets.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { AssetsManager } from '../../../managers/assets.ts';
import { asset, IRI, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { ImportRecords } from './import-records.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles } from './stored-files.ts';

const bounds = { min: [0, -1, 0] as [number, number, number], max: [2, 1, 2] as [number, number, number] };
const ready = asset({ status: 'ready', url: 'x', extra: { ...asset({}).extra, bounds } });

let editor: TestEditor;
let assets: AssetsManager;
let storage: ReturnType<typeof memory>;
let answer: PromiseWithResolvers<Asset>;
let imports: ImportsManager;

const open = () =>
  new ImportsManager(editor, {
    assets,
    records: new ImportRecords('scene', storage),
    kept: createStoredFiles(null),
    send: () => answer.promise,
    importAgain: () => Promise.reject(new Error('It is not asked for')),
    discard: () => undefined,
  });
const files = [{ file: new File(['x'], 'chair.glb'), path: 'chair.glb' }];
const phases = () => imports.items.value.map(({ phase }) => phase.kind);
const chair = () => {
  const [[id, node] = []] = editor.scene.nodesOf('model');
  return { id: id ?? '', asset: node?.props.asset, position: node?.position };
};

beforeEach(() => {
  editor = new TestEditor();
  storage = memory();
  answer = Promise.withResolvers();
  assets = new AssetsManager({ get: async () => ready, subscribe: () => () => undefined }, editor.scene);
  imports = open();
});

describe('an upload that ends while the scene is read-only', () => {
  beforeEach(async () => {
    imports.start([{ name: 'chair', files }], new Vector3(1, 0, 2));
    editor.isReadOnly.value = true;
    answer.resolve(ready);
    await expect.poll(phases).toEqual(['withheld']);
  });

  it('is assigned to its node, in place, once the scene is editable', () => {
    expect(chair()).toMatchObject({ asset: null, position: [1, 0, 2] });
    editor.isReadOnly.value = false;
    expect(chair()).toMatchObject({ asset: IRI, position: [0, 1, 1] });
    expect(phases()).toEqual(['ready']);
  });

  it('is assigned after a reload, whether the scene is editable at once or later', async () => {
    imports.dispose();
    imports = open();
    expect([chair().asset, phases()]).toEqual([null, ['withheld']]);
    imports.dispose();
    editor.isReadOnly.value = false;
    imports = open();
    await expect.poll(chair).toMatchObject({ asset: IRI, position: [0, 1, 1] });
    expect(storage.getItem('diorama.imports.scene')).toBeNull();
  });

  it('does not replace a file that another user has assigned meanwhile', () => {
    const other = IRI.replace(/.$/, 'f');
    updateNode<'model'>(editor.ydoc, chair().id, { props: { asset: other } });
    editor.isReadOnly.value = false;
    expect(chair().asset).toBe(other);
  });
});

it('a replacement file that ends while the scene is read-only is assigned in place once it is editable', async () => {
  imports.start([{ name: 'chair', files }], new Vector3());
  answer.resolve(ready);
  await expect.poll(phases).toEqual(['ready']);
  const { id, position } = chair();
  const made = { ...ready, '@id': IRI.replace(/.$/, 'e') };
  answer = Promise.withResolvers();
  await imports.addFiles(id, files);
  editor.isReadOnly.value = true;
  answer.resolve(made);
  await expect.poll(phases).toEqual(['withheld']);
  expect(chair()).toEqual({ id, asset: IRI, position });
  editor.isReadOnly.value = false;
  expect(chair()).toEqual({ id, asset: made['@id'], position });
});
