import { readFile } from 'node:fs/promises';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import type {
  StageConvertRequest,
  StageDrawResult,
  StageFormat,
  StageView,
} from '@diorama/shared/domain/stage-protocol.ts';
import { parseDocument, type SceneDocument } from '@diorama/shared/scene/document.ts';
import type { Logger } from '@diorama/shared/server/logger.ts';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { ImportError } from '../import/import-error.ts';
import { BrowserKeeper } from './browser-keeper.ts';
import { DrawingPage } from './drawing-page.ts';
import { launchBrowser } from './launch-browser.ts';
import { StageError } from './stage-error.ts';
import { callStage, openStagePage, type PageFiles, pageFileUrl } from './stage-page.ts';

export type StageOptions = {
  /** The built web pages. */
  webDist: string;
  /** Where the browser is unpacked and keeps its profiles. */
  tmpDir: string;
  /** An installed Chromium to use in place of the one from npm. */
  executablePath?: string;
  logger: Pick<Logger, 'info' | 'warn'>;
};

export type ConvertedInPage = { glb: Uint8Array; report: Partial<ImportReport> };

export type DrawOptions = { width: number; height: number; views: StageView[] };

/** The headless renderer: draws scenes as people see them, and opens formats that need a browser. */
export type Stage = {
  /** Starts the browser and draws nothing once, so that the next picture comes quickly. */
  warm: () => Promise<void>;
  /**
   * WebP pictures of a scene, one a view; the same input gives the same pixels.
   * @param assets bytes by iri; what is missing is left out of the picture, as in the viewer.
   * @throws {@link StageError} when nothing was drawn where there is something to see.
   */
  drawDocument: (
    document: SceneDocument,
    assets: ReadonlyMap<string, Uint8Array>,
    options: DrawOptions,
  ) => Promise<Buffer[]>;
  /** WebP picture of a model alone, before nothing, whole and in the middle. */
  drawModel: (glb: Uint8Array, options: { size: number }) => Promise<Buffer>;
  /** @throws {@link ImportError} when the file is at fault. */
  convert: (input: {
    format: StageFormat;
    main: { name: string };
    files: readonly { name: string; path: string }[];
  }) => Promise<ConvertedInPage>;
  close: () => Promise<void>;
};

const DRAW_TIMEOUT_MS = 60_000;
const CONVERT_TIMEOUT_MS = 120_000;
/** On two cores a third picture at once would only make all three slower. */
const CONCURRENCY = 2;
const READ_BYTES = 6_000_000;
const WEBP_QUALITY = 86;
/** Anything seen, however small or pale, varies more than this; an even picture varies by nothing. */
const MIN_DEVIATION = 0.05;

const MODEL_IRI = '/api/assets/00000000-0000-4000-8000-000000000000';
const MODEL_VIEW: StageView = { kind: 'fit', from: [0.7, 0.45, 1], fov: 30 };
/** What the page says of vertices with more joints than glTF's four. */
const MANY_JOINTS = /more than 4 skinning weights/i;

/** Makes the stage. Nothing is started before the first call. */
export function createStage({ webDist, tmpDir, executablePath, logger }: StageOptions): Stage {
  const keeper = new BrowserKeeper({
    tmpDir,
    executablePath,
    launch: launchBrowser,
    concurrency: CONCURRENCY,
  });
  const drawing = new DrawingPage(webDist);

  const draw = (document: SceneDocument, assets: ReadonlyMap<string, Uint8Array>, options: DrawOptions) =>
    keeper.run(DRAW_TIMEOUT_MS, (browser) => drawing.draw(browser, { document, ...options }, assets));

  const drawVisible = async (...input: Parameters<typeof draw>): Promise<StageDrawResult> => {
    const [document, assets, options] = input;
    const result = await draw(document, assets, options);
    if (result.renderer === '') {
      throw new StageError('The browser has no renderer');
    }
    const blank = await blankPictures(result);
    if (blank.length === 0) {
      return result;
    }
    // A saved view may look past everything at an even backdrop: all of the scene is shown then, from the same side.
    const views = blank.map((at) => facing(options.views[at]));
    const again = await draw(document, assets, { ...options, views });
    if ((await blankPictures(again)).length > 0) {
      throw new StageError('The browser drew a blank picture');
    }
    const pictures = result.pictures.map((picture, at) => again.pictures[blank.indexOf(at)] ?? picture);
    return { ...result, pictures };
  };
  let warming: Promise<unknown> | null = null;

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

    drawDocument: async (document, assets, options) => {
      const result = await drawVisible(document, assets, options);
      if (result.failures.length > 0) {
        logger.warn({ assets: result.failures }, 'assets are missing in a picture');
      }
      return await Promise.all(result.pictures.map(toWebp));
    },

    drawModel: async (glb, { size }) => {
      const assets = new Map([[MODEL_IRI, glb]]);
      const options = { width: size, height: size, views: [MODEL_VIEW] };
      const { pictures, failures } = await drawVisible(MODEL_SCENE, assets, options);
      const [picture] = pictures;
      if (picture === undefined || failures.length > 0) {
        throw new StageError('The browser cannot show the model');
      }
      return await toWebp(picture);
    },

    convert: async ({ format, main, files }) => {
      const pageFiles = await readFiles(files);
      return await keeper.run(CONVERT_TIMEOUT_MS, async (browser) => {
        // A context of its own for each: these files are whatever someone uploaded.
        const page = await openStagePage(browser, webDist, pageFiles);
        try {
          return await convertIn(page, { format, main: main.name, files: files.map(toPageFile) });
        } finally {
          await page.context().close();
        }
      });
    },

    close: () => keeper.close(),
  };
}

const EMPTY_SCENE = parseDocument({});

const MODEL_SCENE = parseDocument({
  environment: { background: { kind: 'transparent' }, ground: { kind: 'none' } },
  nodes: { model: { kind: 'model', props: { asset: MODEL_IRI, animation: { playing: false } } } },
});

async function toWebp(picture: string): Promise<Buffer> {
  return await sharp(Buffer.from(picture, 'base64')).webp({ quality: WEBP_QUALITY }).toBuffer();
}

/** Positions of the pictures that show nothing, of a scene in which something stands. */
async function blankPictures({ pictures, hasContent }: StageDrawResult): Promise<number[]> {
  const blank: number[] = [];
  for (const [at, picture] of pictures.entries()) {
    const { channels } = await sharp(Buffer.from(picture, 'base64')).stats();
    if (hasContent && channels.every(({ stdev }) => stdev < MIN_DEVIATION)) {
      blank.push(at);
    }
  }
  return blank;
}

/** All of the scene from the side that a view looks from. */
function facing(view: StageView | undefined): StageView {
  if (view?.kind !== 'camera') {
    return view ?? MODEL_VIEW;
  }
  const { position, target, fov } = view.camera;
  const [x, y, z] = [position[0] - target[0], position[1] - target[1], position[2] - target[2]];
  return { kind: 'fit', from: [x, y, z], fov };
}

async function readFiles(files: readonly { name: string; path: string }[]): Promise<PageFiles> {
  const read = new Map<string, Uint8Array>();
  for (const { name, path } of files) {
    read.set(name, await readFile(path));
  }
  return read;
}

async function convertIn(page: Page, request: StageConvertRequest): Promise<ConvertedInPage> {
  const warnings = collectWarnings(page);
  const outcome = await callStage(page, 'convert', request);
  if (outcome.kind === 'refused') {
    throw new ImportError('import.failed', outcome.message);
  }
  return { glb: await readResult(page, outcome.bytes), report: { ...outcome.report, warnings: warnings() } };
}

function toPageFile({ name }: { name: string }): { name: string; url: string } {
  return { name, url: pageFileUrl(name) };
}

function collectWarnings(page: Page): () => string[] {
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  return () => (texts.some((text) => MANY_JOINTS.test(text)) ? ['Vertices follow at most four joints.'] : []);
}

/** In pieces, because one message to the page may not be larger than some hundred megabytes. */
async function readResult(page: Page, bytes: number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  for (let offset = 0; offset < bytes; offset += READ_BYTES) {
    parts.push(Buffer.from(await callStage(page, 'read', offset, READ_BYTES), 'base64'));
  }
  return new Uint8Array(Buffer.concat(parts));
}
