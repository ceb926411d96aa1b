import { expect, it } from 'vitest';
import { planScene } from './plan-scene.ts';

function file(path: string, size = 10) {
  const made = new File([], path.split('/').at(-1) ?? path);
  Object.defineProperty(made, 'size', { value: size });
  return { file: made, path };
}

it('planScene names a scene after its folder, model, picture or sky', () => {
  expect(planScene([file('Chair/scene.gltf'), file('Chair/wood.png')])).toEqual({ name: 'Chair' });
  expect(planScene([file('a.glb'), file('notes.txt')])).toEqual({ name: 'a' });
  expect(planScene([file('poster.png')])).toEqual({ name: 'poster' });
  expect(planScene([file('dusk.hdr')])).toEqual({ name: 'dusk' });
});

it('planScene returns the reasons when no scene can be created', () => {
  const [large, kind, empty] = [file('house.glb', 320_000_000), file('notes.txt'), file('a.obj', 0)];
  expect(planScene([large, kind, empty])).toEqual({
    name: null,
    refusals: [
      { kind: 'upload.too-large', name: 'house.glb' },
      { kind: 'upload.format', name: 'notes.txt' },
      { kind: 'upload.empty', name: 'a.obj' },
    ],
  });
  expect(planScene([file('Inter.ttf')])).toEqual({ name: null, refusals: [] });
  expect(planScene([])).toEqual({ name: null, refusals: [] });
});
