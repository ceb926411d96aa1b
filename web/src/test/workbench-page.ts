import { parseDocument } from '@diorama/shared/scene/document.ts';
import { wallGeometry } from '@diorama/shared/scene/nodes/wall/geometry.ts';
import * as ops from '@diorama/shared/scene/ops.ts';
import * as sceneOps from '@diorama/shared/scene/scene-ops.ts';
import { applyDocumentDiff } from '@diorama/shared/scene/ydoc.ts';
import * as three from 'three';
import * as Y from 'yjs';
import { Editor } from '../editor/editor.ts';
import { openOverlay } from '../editor/scene-overlay/open-overlay.tsx';
import type { EditorSession } from '../editor/session.ts';
import { loneUser } from '../editor/test/lone-user.ts';
import { fetchTools } from '../editor/tools/tool-makers.ts';
import { EditorCanvas } from '../editor/viewport/editor-canvas.ts';
import { openDocument } from '../scene/document-camera.ts';
import { filterStudio, readStudio } from '../scene/studio-light/filter-studio.ts';
import { createStudioLight } from '../scene/studio-light/studio-light.ts';
import { type GlCounts, spyOnGl } from './gl-spy.ts';

// Tests use tools at once.
await fetchTools();

const takeCounts = spyOnGl();
const frameTimes: number[] = [];
const ownRequest = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) =>
  ownRequest((now) => {
    const startedAt = performance.now();
    callback(now);
    frameTimes.push(performance.now() - startedAt);
  });

/** The editor without its panels: its state and its viewport. */
export type Bench = {
  host: HTMLElement;
  editor: Editor;
  canvas: EditorCanvas;
  /**
   * Shows another scene in the same viewport, which keeps its resources. `addresses` maps assets to their addresses.
   */
  show: (input: object, addresses?: Record<string, string>) => Promise<void>;
  /** Resolves once all loading content is rendered. */
  ready: () => Promise<void>;
  /** Pixels of the next rendered frame, four bytes each. */
  nextPicture: () => Promise<Uint8ClampedArray>;
  dispose: () => void;
};

/** Theme colours of the viewport; the selection's colour is unique. */
const COLORS = {
  '--axis-x': '#e5484d',
  '--axis-y': '#5bb98b',
  '--axis-z': '#3e63dd',
  '--axis-neutral': '#ffffff',
  '--axis-hover': '#ffe066',
  '--selection': '#ff00ff',
  '--grid-line': '#888888',
};

/** Functions for tests on `window.workbench`. */
const workbench = {
  three,
  ...ops,
  ...sceneOps,
  parseDocument,
  openDocument,
  createStudioLight,
  filterStudio,
  readStudio,
  wallGeometry,

  /** Opens a viewport of 320 × 240 with an empty scene. */
  open(): Bench {
    const addresses = new Map<string, string>();
    const host = document.createElement('div');
    host.style.cssText = 'width: 320px; height: 240px';
    for (const [name, value] of Object.entries(COLORS)) {
      host.style.setProperty(name, value);
    }
    document.body.append(host);
    const editor = new Editor(loneUser());
    const assets = async (iri: string) => {
      const url = addresses.get(iri);
      return url === undefined ? null : { url };
    };
    const canvas = new EditorCanvas({ host, editor, assets, onContext: () => undefined });
    // The overlay uses only the editor of the session here.
    canvas.addLayer(
      openOverlay({ editor } as Partial<EditorSession> as EditorSession, canvas.colors, canvas),
    );
    const ready = async () => {
      await canvas.ready();
      await workbench.frame();
    };
    const show: Bench['show'] = async (input, given = {}) => {
      for (const [iri, url] of Object.entries(given)) {
        addresses.set(iri, url);
      }
      editor.selection.clear();
      applyDocumentDiff(editor.ydoc, parseDocument(input));
      await ready();
    };
    const nextPicture = async () => {
      // The callback runs after the canvas has rendered and before the browser clears it.
      await new Promise((resolve) => ownRequest(resolve));
      return readPixels(host.querySelector('canvas'));
    };
    const dispose = () => {
      canvas.dispose();
      editor.dispose();
      host.remove();
    };
    return { host, editor, canvas, show, ready, nextPicture, dispose };
  },

  /**
   * Opens a scene without a viewport.
   * @returns milliseconds from its bytes to a complete editor state, milliseconds of Yjs alone for the same bytes, and
   * the number of nodes
   */
  timeOpening(state: Uint8Array): { ms: number; yjsMs: number; count: number } {
    const yjsStartedAt = performance.now();
    Y.applyUpdate(new Y.Doc(), state);
    const startedAt = performance.now();
    const ydoc = new Y.Doc();
    const editor = new Editor(loneUser({ ydoc }));
    Y.applyUpdate(ydoc, state);
    const count = Object.keys(editor.scene.document.value.nodes).length;
    const ms = performance.now() - startedAt;
    editor.dispose();
    return { ms, yjsMs: startedAt - yjsStartedAt, count };
  },

  /** Resolves when all requested frames have been rendered. */
  async frame(): Promise<void> {
    for (let i = 0; i < 2; i += 1) {
      await new Promise((resolve) => ownRequest(resolve));
    }
  },

  /** Address of a small picture in one colour. */
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

  /** Script time of each frame since the last call, in milliseconds; the GPU works in parallel. */
  takeFrameTimes: (): number[] => frameTimes.splice(0),

  /** Waits until the GPU of a viewport is idle, so that its work does not count for the next measurement. */
  drain({ host }: Bench): void {
    const context = host.querySelector('canvas')?.getContext('webgl2');
    context?.readPixels(0, 0, 1, 1, context.RGBA, context.UNSIGNED_BYTE, new Uint8Array(4));
  },

  /** WebGL calls since the last call. */
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
