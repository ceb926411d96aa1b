import type { Locator, Page } from '@playwright/test';

/** Smallest difference between two colours in any channel (0 to 255) that counts. */
const DIFFERENCE = 24;

/** Screenshot of an element as base64. */
export async function pictureOf(element: Locator): Promise<string> {
  const png = await element.screenshot({ animations: 'disabled' });
  return png.toString('base64');
}

/**
 * Share of a picture that is not background, 0 to 1. Each row's left edge is its background, so that vertical gradients
 * count as background.
 * @param margin - share that is cut off at each edge, as overlays lie there
 */
export async function drawnShare(page: Page, picture: string, margin = 0.2): Promise<number> {
  return await page.evaluate(
    async ([base64, edge, difference]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d');
      if (context === null) {
        throw new Error('This browser has no 2D canvas');
      }
      context.drawImage(image, 0, 0);
      const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
      const at = (x: number, y: number, channel: number) => data[(y * width + x) * 4 + channel] ?? 0;
      let drawn = 0;
      let all = 0;
      for (let y = Math.floor(height * edge); y < height * (1 - edge); y += 2) {
        for (let x = Math.floor(width * edge); x < width * (1 - edge); x += 2) {
          all += 1;
          const left = Math.floor(width * edge);
          const isDrawn = [0, 1, 2].some(
            (channel) => Math.abs(at(x, y, channel) - at(left, y, channel)) > difference,
          );
          drawn += isDrawn ? 1 : 0;
        }
      }
      return drawn / all;
    },
    [picture, margin, DIFFERENCE] as const,
  );
}

/** Number of a picture's pixels that have a colour of channels from 0 to 255, but for a small difference. */
export async function colorCount(page: Page, picture: string, color: readonly number[]): Promise<number> {
  return await page.evaluate(
    async ([base64, wanted, difference]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      if (context === null) {
        throw new Error('This browser has no 2D canvas');
      }
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4) {
        const isAlike = wanted.every(
          (value, channel) => Math.abs((data[i + channel] ?? 0) - value) < difference,
        );
        count += isAlike ? 1 : 0;
      }
      return count;
    },
    [picture, color, DIFFERENCE] as const,
  );
}

/** Share of pixels that differ between two pictures, 0 to 1; 1 for pictures of different sizes. */
export async function differentShare(page: Page, one: string, other: string): Promise<number> {
  return await page.evaluate(
    async ([first, second, difference]) => {
      const read = async (base64: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
        if (context === null) {
          throw new Error('This browser has no 2D canvas');
        }
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height);
      };
      const [a, b] = await Promise.all([read(first), read(second)]);
      if (a.width !== b.width || a.height !== b.height) {
        return 1;
      }
      let different = 0;
      for (let i = 0; i < a.data.length; i += 4) {
        const isOther = [0, 1, 2].some(
          (channel) => Math.abs((a.data[i + channel] ?? 0) - (b.data[i + channel] ?? 0)) > difference,
        );
        different += isOther ? 1 : 0;
      }
      return different / (a.data.length / 4);
    },
    [one, other, DIFFERENCE] as const,
  );
}
