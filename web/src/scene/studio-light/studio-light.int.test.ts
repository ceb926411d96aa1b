// @module-tag full
import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { DataUtils } from 'three';
import { expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';
import { unpackFaces } from './light-faces.ts';

const page = withWorkbench();

it('the stored studio light matches the output of three.js', async () => {
  const filtered = await page().evaluate(() => window.workbench.readStudio());
  const stored = unpackFaces(inflateSync(readFileSync(`${import.meta.dirname}/studio-light.bin`)));
  expect(stored.map(({ length }) => length)).toEqual(filtered.map(({ length }) => length));
  const off = filtered.map((face, at) =>
    face.reduce((most, half, i) => {
      const light = DataUtils.fromHalfFloat(half);
      return Math.max(most, Math.abs(DataUtils.fromHalfFloat(stored[at]?.[i] ?? 0) - light) / light);
    }, 0),
  );
  expect(Math.max(...off)).toBeLessThan(0.005);
});

it('the stored studio light renders like one filtered at run time', async () => {
  const differences = await page().evaluate(async () => {
    const { three, createStudioLight, filterStudio } = window.workbench;
    const renderer = new three.WebGLRenderer();
    renderer.setSize(240, 80, false);
    renderer.toneMapping = three.NeutralToneMapping;
    const scene = new three.Scene();
    for (const [at, roughness] of [0, 0.4, 1].entries()) {
      const material = new three.MeshStandardMaterial({ roughness, metalness: 1 });
      const ball = new three.Mesh(new three.SphereGeometry(1), material);
      ball.position.x = (at - 1) * 2.5;
      scene.add(ball);
    }
    const camera = new three.PerspectiveCamera(30, 3, 0.1, 100);
    camera.position.set(1, 2, 7);
    camera.lookAt(0, 0, 0);
    const draw = (texture: typeof scene.environment, blur: number) => {
      scene.environment = texture;
      scene.background = texture;
      scene.backgroundBlurriness = blur;
      renderer.render(scene, camera);
      const picture = new OffscreenCanvas(240, 80).getContext('2d');
      picture?.drawImage(renderer.domElement, 0, 0);
      return picture?.getImageData(0, 0, 240, 80).data ?? new Uint8ClampedArray();
    };
    const most = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
      one.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (other[i] ?? 0))), 0);
    const light = createStudioLight();
    const even = draw(light.texture, 0);
    await light.filled;
    const filtered = filterStudio(renderer);
    const [sharp, blurred] = [0, 0.5].map((blur) =>
      most(draw(light.texture, blur), draw(filtered.texture, blur)),
    );
    return { sharp, blurred, even: most(even, draw(light.texture, 0)) };
  });
  expect(differences.sharp).toBeLessThanOrEqual(2);
  expect(differences.blurred).toBeLessThanOrEqual(2);
  // The check detects an empty render.
  expect(differences.even).toBeGreaterThan(50);
});
