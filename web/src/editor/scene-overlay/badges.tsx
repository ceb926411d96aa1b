import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CanvasTexture, SRGBColorSpace } from 'three';
import { Icon } from '../icons.tsx';

const PIXELS = 64;
const ICON_PIXELS = 36;
const DARK = '#15171b';

/** Sprites of icons on a dark disc, white so that they can be tinted; cached per icon. */
export class Badges {
  readonly #textures = new Map<string, CanvasTexture>();
  readonly #onDrawn: () => void;

  /** `onDrawn` is called when a badge has its icon and needs a frame. */
  constructor(onDrawn: () => void) {
    this.#onDrawn = onDrawn;
  }

  /** Badge by lucide icon name. */
  of(icon: string): CanvasTexture {
    const known = this.#textures.get(icon);
    if (known) {
      return known;
    }
    const canvas = document.createElement('canvas');
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    this.#textures.set(icon, texture);
    drawDisc(canvas);
    const picture = new Image();
    picture.onload = () => {
      const from = (PIXELS - ICON_PIXELS) / 2;
      canvas.getContext('2d')?.drawImage(picture, from, from, ICON_PIXELS, ICON_PIXELS);
      texture.needsUpdate = true;
      this.#onDrawn();
    };
    picture.src = `data:image/svg+xml,${encodeURIComponent(svgOf(icon))}`;
    return texture;
  }

  dispose(): void {
    for (const texture of this.#textures.values()) {
      texture.dispose();
    }
  }
}

function drawDisc(canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d');
  if (!context) {
    return;
  }
  const middle = PIXELS / 2;
  context.fillStyle = DARK;
  context.strokeStyle = 'white';
  context.lineWidth = 4;
  context.beginPath();
  context.arc(middle, middle, middle - 3, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

/** SVG of an icon, as the rest of the editor renders it. */
function svgOf(name: string): string {
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() => root.render(<Icon name={name} size={20} />));
  const svg = host.innerHTML.replaceAll('currentColor', 'white');
  root.unmount();
  return svg;
}
