// @module-tag full
import { expect, it } from 'vitest';
import { withWorkbench } from '../../test/with-workbench.ts';

/** Sun of a sky in a real browser, checked by pixels: its light and its shadows. */
const page = withWorkbench();

const WIDTH = 64;
const HEIGHT = 32;
const GREY = [128, 128, 128, 128] as const;
const SUN = [250, 250, 250, 138] as const;

/** Address of a Radiance panorama, with or without a sun high in its right quarter, which is +Z. */
function skyUrl(hasSun: boolean): string {
  const head = Buffer.from(`#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y ${HEIGHT} +X ${WIDTH}\n`);
  const isSun = (x: number, y: number) => hasSun && (x === 47 || x === 48) && (y === 7 || y === 8);
  const texels = Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    isSun(i % WIDTH, Math.floor(i / WIDTH)) ? SUN : GREY,
  );
  const bytes = Buffer.concat([head, Buffer.from(texels.flat())]);
  return `data:application/octet-stream;base64,${bytes.toString('base64')}`;
}

it('the sun of a sky lights and casts shadows from its place, and rotates with the sky', async () => {
  const found = await page().evaluate(
    async ([sunny, grey]) => {
      const { bench, workbench } = window;
      const { Vector3 } = workbench.three;
      bench.editor.preferences.change({ isGridShown: false });
      // From above: +X is right, +Z is down.
      bench.editor.camera.set({ position: new Vector3(0, 14, 0.01), target: new Vector3(0, 0, 0), fov: 40 });
      const pictureOf = async (kind: 'none' | 'shadow', environment: object) => {
        const node = { kind: 'sphere', scale: [3, 3, 3], position: [0, kind === 'none' ? 0 : 2, 0] };
        const around = { ground: { kind }, background: { kind: 'color', color: '#808080' }, intensity: 0.3 };
        const scene = {
          environment: { hdri: '/api/assets/sky', ...around, ...environment },
          nodes: { ball: node },
        };
        await bench.show(scene, { '/api/assets/sky': sunny, '/api/assets/grey': grey });
        bench.canvas.invalidate();
        return await bench.nextPicture();
      };
      /** Centre of the bright area, or of the dark one for −1, relative to the picture's grey. */
      const middleOf = (pixels: Uint8ClampedArray, sign: 1 | -1, far: number) => {
        const [width, height] = [320, 240];
        const sum = { x: 0, y: 0 };
        for (let i = 0; i < pixels.length / 4; i += 1) {
          const x = (i % width) - width / 2;
          const y = Math.floor(i / width) - height / 2;
          const light = Math.max(0, ((pixels[i * 4] ?? 0) - 128) * sign);
          const weight = Math.hypot(x, y) > far ? light : 0;
          sum.x += x * weight;
          sum.y += y * weight;
        }
        const length = Math.hypot(sum.x, sum.y) || 1;
        // Avoids −0.
        return { x: Math.round(sum.x / length) + 0, y: Math.round(sum.y / length) + 0 };
      };
      const quarter = Math.PI / 2;
      const lit = async (environment: object) => middleOf(await pictureOf('none', environment), 1, 0);
      const dark = async (environment: object) => middleOf(await pictureOf('shadow', environment), -1, 60);
      const sunShadow = true;
      return {
        litBySky: [await lit({}), await lit({ rotation: quarter })],
        litBySun: [await lit({ sunShadow }), await lit({ sunShadow, rotation: quarter })],
        dark: [await dark({ sunShadow }), await dark({ sunShadow, rotation: quarter })],
        isSunless: bench.editor.isSunless.value,
        isGreySunless: await pictureOf('none', { sunShadow, hdri: '/api/assets/grey' }).then(
          () => bench.editor.isSunless.value,
        ),
        isOffSunless: await pictureOf('none', { hdri: '/api/assets/grey' }).then(
          () => bench.editor.isSunless.value,
        ),
      };
    },
    [skyUrl(true), skyUrl(false)] as const,
  );
  const toSun = [
    { x: 0, y: 1 },
    { x: 1, y: 0 },
  ];
  expect(found).toEqual({
    litBySky: toSun,
    litBySun: toSun,
    dark: toSun.map(({ x, y }) => ({ x: 0 - x, y: 0 - y })),
    isSunless: false,
    isGreySunless: true,
    isOffSunless: false,
  });
});
