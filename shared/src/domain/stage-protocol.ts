import type { ImportReport } from '../contract/assets.ts';
import type { SceneCamera, SceneDocument } from '../scene/document.ts';
import type { PageFormat } from './formats.ts';
import type { ImportMessage } from './import-message.ts';

/** Messages between worker and stage page. The page fetches bytes, and returns bytes as base64 chunks. */

/** Camera of a picture. */
export type StageView =
  | { kind: 'camera'; camera: SceneCamera }
  /** Fits the whole scene into view, centred, from a direction that points from the target to the eye. */
  | { kind: 'fit'; from: [number, number, number]; fov: number };

export type StageDrawRequest = {
  document: SceneDocument;
  /** URL of each asset on the page's origin, by iri. */
  assets: Record<string, string>;
  views: StageView[];
  /** Pixels. */
  width: number;
  height: number;
  /** Renders back faces too, for models with inverted normals. */
  bothSides?: boolean;
  /** Aspect of the middle part that contains the whole view, as pages crop the picture. By default that of the picture. */
  keptAspect?: number;
};

export type StageDrawResult = {
  /** Base64 PNGs, one per view. */
  pictures: string[];
  /** WebGL renderer name; '' where the browser has none, or has lost it. */
  renderer: string;
  /** Whether the scene has visible content, so that a uniform picture means a failure. */
  hasContent: boolean;
  /** Iris of the assets that failed to load. */
  failures: string[];
};

export type StageConvertRequest = {
  format: PageFormat;
  /** Path of the model among the files. */
  main: string;
  /** All uploaded files: path and URL on the page's origin. */
  files: { name: string; url: string }[];
};

export type StageConvertResult =
  | { kind: 'converted'; bytes: number; report: Partial<ImportReport> }
  /** The file is invalid; the message is for users, the detail only for the log. */
  | { kind: 'refused'; reason: ImportMessage; detail?: string };

/** API that the page exposes on `window`. */
export type StagePage = {
  draw: (request: StageDrawRequest) => Promise<StageDrawResult>;
  /** Converts a model, and stores the GLB until {@link StagePage.read} has fetched it. */
  convert: (request: StageConvertRequest) => Promise<StageConvertResult>;
  /** Chunk of the last converted GLB, in base64. */
  read: (offset: number, length: number) => string;
};
