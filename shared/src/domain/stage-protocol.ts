import type { ImportReport } from '../contract/assets.ts';
import type { SceneCamera, SceneDocument } from '../scene/document.ts';
import type { PageFormat } from './formats.ts';

/** What worker and stage page say to each other. Bytes are fetched by the page, and handed over in base64 pieces. */

/** From where a picture is taken. */
export type StageView =
  | { kind: 'camera'; camera: SceneCamera }
  /** All of the scene, whole and in the middle, seen from a direction that points from the target to the eye. */
  | { kind: 'fit'; from: [number, number, number]; fov: number };

export type StageDrawRequest = {
  document: SceneDocument;
  /** Address of each asset, by iri, on the page's own origin. */
  assets: Record<string, string>;
  views: StageView[];
  /** Pixels. */
  width: number;
  height: number;
  /** Draw the backs of all faces too, for models whose faces look away from everybody. */
  bothSides?: boolean;
};

export type StageDrawResult = {
  /** PNG in base64, one a view. */
  pictures: string[];
  /** What drew it, as WebGL names it. */
  renderer: string;
  /** Whether anything stands in the scene, so that an even picture is a failed one. */
  hasContent: boolean;
  /** Iris of the assets that could not be shown. */
  failures: string[];
};

export type StageConvertRequest = {
  format: PageFormat;
  /** Path of the model among the files. */
  main: string;
  /** All uploaded files: path and address on the page's own origin. */
  files: { name: string; url: string }[];
};

export type StageConvertResult =
  | { kind: 'converted'; bytes: number; report: Partial<ImportReport> }
  /** The file is at fault; the message is for people, the detail for the log alone. */
  | { kind: 'refused'; message: string; detail?: string };

/** What the page leaves on its window. */
export type StagePage = {
  draw: (request: StageDrawRequest) => Promise<StageDrawResult>;
  /** Keeps the GLB until {@link StagePage.read} has fetched it. */
  convert: (request: StageConvertRequest) => Promise<StageConvertResult>;
  /** A piece of the last converted GLB, in base64. */
  read: (offset: number, length: number) => string;
};
