import type { StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Logger } from '@diorama/shared/server/logger.ts';
import sharp from 'sharp';
import { createByteBudget } from '../byte-budget.ts';
import { BrowserKeeper } from './browser-keeper.ts';
import { DrawingPage } from './drawing-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { type ConvertedInPage, convertInPage, type PageConversion } from './page-conversion.ts';
import { UnshowableError } from './stage-error.ts';
import type { PageFile, PageFiles } from './stage-page.ts';
import { drawVisible } from './visible-pictures.ts';

export type StageOptions = {
  /** The built web pages. */
  webDist: string;
  /** Where the browser is unpacked and keeps its profiles. */
  tmpDir: string;
  /** An installed Chromium to use in place of the one from npm. */
  executablePath?: string;
  logger: Pick<Logger, 'info' | 'warn'>;
};

export type DrawOptions = { width: number; height: number; views: StageView[] };

/** The headless renderer: draws scenes as people see them, and opens formats that need a browser. */
export type Stage = {
  /** Starts the browser and draws nothing once, so that the next picture comes quickly. */
  warm: () => Promise<void>;
  /**
   * WebP pictures of a scene, one a view; the same input gives the same pixels.
   * @param assets files or bytes by iri; what is missing is left out of the picture, as in the viewer.
   * @throws StageError when nothing was drawn where there is something to see.
   */
  drawDocument: (document: SceneDocument, assets: PageFiles, options: DrawOptions) => Promise<Buffer[]>;
  /**
   * WebP picture of a model alone, before nothing, whole and in the middle.
   * @throws {@link UnshowableError} for a model that shows nothing.
   */
  drawModel: (glb: PageFile, options: { size: number }) => Promise<Buffer>;
  /** @throws ImportError when the file is at fault. */
  convert: (input: PageConversion) => Promise<ConvertedInPage>;
  close: () => Promise<void>;
};

/** For loading a scene and a first picture, and for each million pixels after that, which a processor alone may draw. */
const DRAW_TIMEOUT_MS = { scene: 60_000, million: 15_000 } as const;
const CONVERT_TIMEOUT_MS = 120_000;
/** On two cores a third picture at once would only make all three slower. */
const CONCURRENCY = 2;
const WEBP_QUALITY = 86;
/** Bytes of files that may be on their way to the browser at once; a larger one goes alone. */
const UNDERWAY_BYTES = 64_000_000;

const MODEL_IRI = '/api/assets/00000000-0000-4000-8000-000000000000';
const MODEL_VIEW: StageView = { kind: 'fit', from: [0.7, 0.45, 1], fov: 30 };
const MODEL_SCENE = parseDocument({
  environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
  nodes: { model: { kind: 'model', props: { asset: MODEL_IRI, animation: { playing: false } } } },
});
const EMPTY_SCENE = parseDocument({});

/** Makes the stage. Nothing is started before the first call. */
export function createStage({ webDist, tmpDir, executablePath, logger }: StageOptions): Stage {
  const options = { tmpDir, executablePath, logger, launch: launchBrowser, concurrency: CONCURRENCY };
  const keeper = new BrowserKeeper(options);
  const home = { webDist, budget: createByteBudget(UNDERWAY_BYTES) };
  const drawing = new DrawingPage(home);
  let warming: Promise<unknown> | null = null;

  const draw = (
    document: SceneDocument,
    assets: PageFiles,
    { views, ...size }: DrawOptions,
  ): Promise<StageDrawResult> =>
    drawVisible(
      (wanted, manner) =>
        keeper.run(drawTimeout(wanted.length, size), (browser, begin) =>
          drawing.draw(browser, {
            request: { document, views: wanted, ...size, ...manner },
            assets,
            begin,
          }),
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

    drawDocument: async (document, assets, drawOptions) => {
      const { pictures, failures } = await draw(document, assets, drawOptions);
      if (failures.length > 0) {
        logger.warn({ assets: failures }, 'assets are missing in a picture');
      }
      return await Promise.all(pictures.map(toWebp));
    },

    drawModel: async (glb, { size }) => {
      const views = [MODEL_VIEW];
      const assets = new Map([[MODEL_IRI, glb]]);
      const { pictures, failures } = await draw(MODEL_SCENE, assets, { width: size, height: size, views });
      const [picture] = pictures;
      if (picture === undefined || failures.length > 0) {
        throw new UnshowableError('The browser cannot show the model');
      }
      return await toWebp(picture);
    },

    convert: (input) =>
      keeper.run(CONVERT_TIMEOUT_MS, (browser, begin) => {
        begin();
        return convertInPage(browser, home, input);
      }),

    close: () => keeper.close(),
  };
}

function drawTimeout(pictures: number, { width, height }: { width: number; height: number }): number {
  return DRAW_TIMEOUT_MS.scene + pictures * width * height * 1e-6 * DRAW_TIMEOUT_MS.million;
}

async function toWebp(picture: string): Promise<Buffer> {
  return await sharp(Buffer.from(picture, 'base64')).webp({ quality: WEBP_QUALITY }).toBuffer();
}
