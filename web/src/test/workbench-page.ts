import { parseDocument } from '@diorama/shared/scene/document.ts';
import * as ops from '@diorama/shared/scene/ops.ts';
import * as sceneOps from '@diorama/shared/scene/scene-ops.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import * as three from 'three';
import { Editor } from '../editor/editor.ts';
import { Stage } from '../editor/viewport/stage.ts';
import { type GlCounts, spyOnGl } from './gl-spy.ts';

const takeCounts = spyOnGl();

/** The editor without its panels: its state and its viewport. */
export type Bench = {
  editor: Editor;
  stage: Stage;
  /** Resolves once all that loads is drawn. */
  ready: () => Promise<void>;
  /** The pixels of the next frame that is drawn, four bytes each. */
  nextPicture: () => Promise<Uint8ClampedArray>;
  dispose: () => void;
};

/** The colours that the viewport takes from the theme; the selection's is like nothing else. */
const COLORS = {
  '--axis-x': '#e5484d',
  '--axis-y': '#5bb98b',
  '--axis-z': '#3e63dd',
  '--axis-neutral': '#ffffff',
  '--axis-hover': '#ffe066',
  '--selection': '#ff00ff',
  '--grid-line': '#888888',
};

/** What a test finds on `window.workbench`. */
const workbench = {
  three,
  ...ops,
  ...sceneOps,

  /** Opens a scene in a viewport of 800 × 600. `addresses` say where assets are. */
  open(input: object, addresses: Record<string, string> = {}): Bench {
    const host = document.createElement('div');
    host.style.cssText = 'width: 800px; height: 600px';
    for (const [name, value] of Object.entries(COLORS)) {
      host.style.setProperty(name, value);
    }
    document.body.append(host);
    const editor = new Editor({ ydoc: toYDoc(parseDocument(input)) });
    const assets = async (iri: string) => (addresses[iri] ? { url: addresses[iri] } : null);
    const stage = new Stage({ host, editor, assets, onContext: () => undefined });
    const ready = async () => {
      await stage.ready();
      await workbench.frame();
    };
    const nextPicture = async () => {
      // Called back after the stage has drawn and before the browser takes the picture away.
      await new Promise((resolve) => requestAnimationFrame(resolve));
      return readPixels(host.querySelector('canvas'));
    };
    const dispose = () => {
      stage.dispose();
      editor.dispose();
      host.remove();
    };
    return { editor, stage, ready, nextPicture, dispose };
  },

  /** Resolves when everything that was asked for has been drawn. */
  async frame(): Promise<void> {
    for (let i = 0; i < 2; i += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  },

  /** The address of a small picture in one colour. */
  picture(color: string): string {
    const canvas = document.createElement('canvas');
    canvas.width = 16;
    canvas.height = 16;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = color;
      context.fillRect(0, 0, 16, 16);
    }
    return canvas.toDataURL('image/png');
  },

  /** What WebGL did since the last call. */
  takeCounts: (): GlCounts => takeCounts(),
};

declare global {
  interface Window {
    workbench: typeof workbench;
  }
}

window.workbench = workbench;

function readPixels(canvas: HTMLCanvasElement | null): Uint8ClampedArray {
  const context = new OffscreenCanvas(canvas?.width ?? 0, canvas?.height ?? 0).getContext('2d');
  if (!canvas || !context) {
    throw new Error('There is nothing to read');
  }
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height).data;
}
