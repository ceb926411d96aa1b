import type { Asset } from '@diorama/shared/contract/assets.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { AssetsManager } from '../../../managers/assets.ts';
import { asset, memory } from '../../../test/import-fixture.ts';
import { TestEditor } from '../../../test/test-editor.ts';
import { ImportRecords } from './import-records.ts';
import { ImportsManager } from './imports.ts';
import { createStoredFiles } from './stored-files.ts';

/** Converted model of 20 m. */
const READY = asset({
  status: 'ready',
  url: 'x',
  extra: { ...asset({}).extra, bounds: { min: [0, -1, 0], max: [20, 1, 2] }, format: 'stl' },
});
const sets = [{ name: 'chair', files: [{ file: new File(['x'], 'chair.glb'), path: 'chair.glb' }] }];
/** Runs pending promise callbacks. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

let editor: TestEditor;
let answer: PromiseWithResolvers<Asset>;
let imports: ImportsManager;

beforeEach(() => {
  editor = new TestEditor();
  answer = Promise.withResolvers();
  const assets = new AssetsManager(
    { get: async () => asset({ status: 'processing', progress: 40 }), subscribe: () => () => undefined },
    editor.scene,
  );
  imports = new ImportsManager(editor, {
    assets,
    records: new ImportRecords('scene', memory()),
    kept: createStoredFiles(null),
    send: () => answer.promise,
    importAgain: () => Promise.reject(new Error('It is not asked for')),
    discard: () => undefined,
  });
});

describe('an import', () => {
  it('is framed when ready', async () => {
    const before = editor.camera.pose.value;
    imports.start(sets, new Vector3());
    answer.resolve(READY);
    await settle();
    const [[id] = ['']] = editor.scene.nodesOf('model');
    const seen = editor.camera.project(new Vector3().setFromMatrixPosition(editor.scene.worldOf(id)));
    expect(editor.camera.pose.value).not.toEqual(before);
    expect(Math.abs(seen.x - 400)).toBeLessThan(300);
  });

  it('is framed together with the other models of its drop', async () => {
    const two = [...sets, { name: 'lamp', files: [{ file: new File(['x'], 'lamp.glb'), path: 'lamp.glb' }] }];
    imports.start(two, new Vector3());
    answer.resolve(READY);
    await settle();
    const places = editor.scene.nodesOf('model').map(([id]) => editor.scene.worldOf(id));
    expect(places).toHaveLength(2);
    for (const world of places) {
      const seen = editor.camera.project(new Vector3().setFromMatrixPosition(world));
      expect(Math.abs(seen.x - 400)).toBeLessThan(390);
    }
  });

  it('keeps the view that the user has moved meanwhile', async () => {
    imports.start(sets, new Vector3());
    editor.camera.turn(0.1, 0);
    const moved = editor.camera.pose.value;
    answer.resolve(READY);
    await settle();
    expect(editor.camera.pose.value).toEqual(moved);
  });
});
