import { open } from 'node:fs/promises';
import type { StageDrawRequest, StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { ImportError } from '../import/import-error.ts';
import type { PageConversion, PageConverter } from '../import/import-file.ts';
import { createMemoryBudget } from '../memory-budget.ts';
import { DrawingPage } from './drawing-page.ts';
import { DrawingTurns, type Urgency } from './drawing-turns.ts';
import { launchBrowser } from './launch-browser.ts';
import { SharedBrowser } from './shared-browser.ts';
import { NothingVisibleError } from './stage-error.ts';
import {
  callStage,
  openStagePage,
  type PageFile,
  type PageFiles,
  type PageHome,
  pageFileUrl,
} from './stage-page.ts';
import { drawVisible } from './visible-pictures.ts';

const READ_BYTES = 6_000_000;

const WEBP_QUALITY = 86;

const JPEG_QUALITY = 86;

export type StageOptions = {
  /** The built web pages. */
  webDist: string;
  /** Folder of the unpacked browser and its profiles. */
  tmpDir: string;
  /** Path of an installed Chromium, instead of the one from npm. */
  executablePath?: string;
  logger: Pick<Logger, 'info' | 'warn'>;
};

export type DrawOptions = Pick<StageDrawRequest, 'width' | 'height' | 'views' | 'keptAspect'> & {
  /** `jpeg` applies to opaque pictures; transparent ones stay WebP. WebP if absent. */
  format?: 'webp' | 'jpeg';
  urgency?: Urgency;
};

/** The headless renderer. It draws scenes as the viewer does, and converts formats that need a browser. */
export type Stage = {
  /** Starts the browser and draws an empty scene, so that the next picture is fast. */
  warm: () => Promise<void>;
  /**
   * Draws a scene, one picture per view. The same input gives the same pixels.
   * @param assets files or bytes by IRI; missing ones are skipped, as in the viewer.
   * @throws StageError when the picture of a visible scene is empty.
   */
  drawDocument: (document: SceneDocument, assets: PageFiles, options: DrawOptions) => Promise<Buffer[]>;
  /**
   * Draws a model alone as WebP, whole and centred on a transparent background.
   * @throws {@link NothingVisibleError} for a model without visible content.
   */
  drawModel: (glb: PageFile, options: { size: number; urgency?: Urgency }) => Promise<Buffer>;
  convert: PageConverter;
  close: () => Promise<void>;
};

/** Timeout for loading a scene and its first picture, and per further million pixels; a CPU may draw them. */
const DRAW_TIMEOUT_MS = { scene: 60_000, million: 15_000 } as const;
const CONVERT_TIMEOUT_MS = 120_000;
/** Bytes of files in transfer to the browser at once; a larger file goes alone. */
const UNDERWAY_BYTES = 64_000_000;

const MODEL_IRI = '/api/assets/00000000-0000-4000-8000-000000000000';
const MODEL_VIEW: StageView = { kind: 'fit', from: [0.7, 0.45, 1], fov: 30 };
const MODEL_SCENE = parseDocument({
  environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
  nodes: { model: { kind: 'model', props: { asset: MODEL_IRI, animation: { playing: false } } } },
});
const EMPTY_SCENE = parseDocument({});

/** Creates the stage. The browser starts with the first call. */
export function createStage({ webDist, tmpDir, executablePath, logger }: StageOptions): Stage {
  const options = { tmpDir, executablePath, logger, launch: launchBrowser };
  const keeper = new SharedBrowser(options);
  const home = { webDist, budget: createMemoryBudget(UNDERWAY_BYTES) };
  const drawing = new DrawingPage(home);
  // One drawing and one conversion at a time. The next is chosen when one ends, so that urgent pictures go first.
  const drawings = new DrawingTurns();
  const conversions = new DrawingTurns();
  let warming: Promise<unknown> | null = null;

  const draw = (
    document: SceneDocument,
    assets: PageFiles,
    { views, urgency, ...size }: Omit<DrawOptions, 'format'>,
  ): Promise<StageDrawResult> =>
    drawVisible(
      (wanted, manner) =>
        drawings.run(
          () =>
            keeper.run(drawTimeout(wanted.length, size), (browser) =>
              drawing.draw(browser, {
                request: { document, views: wanted, ...size, ...manner },
                assets,
              }),
            ),
          urgency,
        ),
      views,
    );

  return {
    warm: async () => {
      if (!drawing.isOpen) {
        warming ??= draw(EMPTY_SCENE, new Map(), { width: 64, height: 64, views: [MODEL_VIEW] }).finally(
          () => {
            warming = null;
          },
        );
        await warming;
      }
    },

    drawDocument: async (document, assets, { format = 'webp', ...drawOptions }) => {
      const { pictures, failures } = await draw(document, assets, drawOptions);
      if (failures.length > 0) {
        logger.warn({ assets: failures }, 'assets are missing in a rendered image');
      }
      const encode = format === 'jpeg' ? toJpeg : toWebp;
      return await Promise.all(pictures.map((picture) => encode(Buffer.from(picture, 'base64'))));
    },

    drawModel: async (glb, { size, urgency }) => {
      const views = [MODEL_VIEW];
      const assets = new Map([[MODEL_IRI, glb]]);
      const options = { width: size, height: size, views, urgency };
      const { pictures, failures } = await draw(MODEL_SCENE, assets, options);
      const [picture] = pictures;
      if (picture === undefined || failures.length > 0) {
        throw new NothingVisibleError('The browser cannot show the model');
      }
      return await toWebp(Buffer.from(picture, 'base64'));
    },

    convert: (input) =>
      conversions.run(() => keeper.run(CONVERT_TIMEOUT_MS, (browser) => convertInPage(browser, home, input))),

    close: () => keeper.close(),
  };
}

function drawTimeout(pictures: number, { width, height }: { width: number; height: number }): number {
  return DRAW_TIMEOUT_MS.scene + pictures * width * height * 1e-6 * DRAW_TIMEOUT_MS.million;
}

/** Encodes a drawn PNG as WebP. */
export async function toWebp(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).webp({ quality: WEBP_QUALITY }).toBuffer();
}

/** Encodes a drawn PNG as JPEG, the only format that every site shows in link previews; transparent ones as WebP. */
export async function toJpeg(picture: Buffer): Promise<Buffer> {
  const { isOpaque } = await sharp(picture).stats();
  return isOpaque
    ? await sharp(picture).jpeg({ quality: JPEG_QUALITY, mozjpeg: true }).toBuffer()
    : await toWebp(picture);
}

/**
 * Opens a file with the loaders of the page and writes it as GLB. Uses a new page and browser context,
 * because the files are untrusted.
 * @throws {@link ImportError} when the file is invalid, or any error when `signal` aborts.
 */
async function convertInPage(
  browser: Browser,
  home: PageHome,
  { format, main, files, into, signal }: PageConversion,
): ReturnType<PageConverter> {
  const page = await openStagePage(browser, home, new Map(files.map((file) => [file.name, file])));
  const close = () =>
    page
      .context()
      .close()
      // If the browser is closed, so is the context.
      .catch(() => undefined);
  signal?.addEventListener('abort', close, { once: true });
  try {
    signal?.throwIfAborted();
    const named = files.map(({ name }) => ({ name, url: pageFileUrl(name) }));
    const outcome = await callStage(page, 'convert', { format, main: main.name, files: named });
    if (outcome.kind === 'refused') {
      throw new ImportError('import.failed', outcome.reason, { cause: outcome.detail });
    }
    await writeResult(page, outcome.bytes, into);
    return { report: outcome.report };
  } finally {
    signal?.removeEventListener('abort', close);
    await close();
  }
}

/** In pieces, because a message to the page is limited to some hundred megabytes. */
async function writeResult(page: Page, bytes: number, into: string): Promise<void> {
  const file = await open(into, 'w');
  try {
    for (let offset = 0; offset < bytes; offset += READ_BYTES) {
      await file.appendFile(Buffer.from(await callStage(page, 'read', offset, READ_BYTES), 'base64'));
    }
  } finally {
    await file.close();
  }
}
