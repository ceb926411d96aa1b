import { useEffect, useRef, useState } from 'react';
import { GraphicsLostError } from '../../scene/no-webgl.ts';
import { IconAction } from '../icon-action.tsx';
import type { ShownScene } from '../open-scene.ts';
import type { PageTranslate } from '../page-language.ts';
import '../viewer-panel.css';
import './pictures.css';
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { Vector3 } from 'three';
import type { View } from '../../scene/framing.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

const UP = new Vector3(0, 1, 0);

/** Video formats with the codecs that browsers and applications can play in them. */
const FORMATS = {
  webm: { make: () => new WebMOutputFormat(), codecs: ['vp9', 'vp8', 'av1'], type: 'video/webm' },
  mp4: { make: () => new Mp4OutputFormat(), codecs: ['avc', 'hevc'], type: 'video/mp4' },
} as const satisfies Record<
  string,
  { make: () => WebMOutputFormat | Mp4OutputFormat; codecs: VideoCodec[]; type: string }
>;

type VideoFormat = keyof typeof FORMATS;

const VIDEO_SIZE = { width: 1920, height: 1080 } as const;

const FRAMES_A_SECOND = 30;

const TURN_SECONDS = 8;

/** Sizes of still pictures in pixels. */
const STILLS = { hd: { width: 1920, height: 1080 }, uhd: { width: 3840, height: 2160 } } as const;
type Still = keyof typeof STILLS;

type Work =
  | { state: 'idle' }
  | { state: 'busy'; percent: number | null; abort: AbortController }
  | { state: 'done'; name: string }
  | { state: 'failed' }
  /** The WebGL context was lost meanwhile. */
  | { state: 'lost' };

type PicturesPanelProps = { name: string; shown: ShownScene; t: PageTranslate; onClose: () => void };

/** Exports pictures of the view, and a turntable video, as downloads. */
export function PicturesPanel({ name, shown: { canvas }, t, onClose }: PicturesPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Supported formats; null while loading. */
  const [formats, setFormats] = useState<readonly VideoFormat[] | null>(null);
  const [work, setWork] = useState<Work>({ state: 'idle' });

  useEffect(() => {
    dialog.current?.showModal();
    // A failed query means no support.
    listVideoFormats().then(setFormats, () => setFormats([]));
  }, []);
  // Closing the dialog cancels the export.
  const abort = work.state === 'busy' ? work.abort : null;
  useEffect(() => () => abort?.abort(), [abort]);

  const make = async (
    ending: string,
    percent: number | null,
    take: (abort: AbortController) => Promise<Blob>,
  ) => {
    const abort = new AbortController();
    setWork({ state: 'busy', percent, abort });
    try {
      // The page shows the progress before the render blocks it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const made = await take(abort);
      const file = `${fileNameOf(name)}.${ending}`;
      save(made, file);
      setWork({ state: 'done', name: file });
    } catch (error) {
      const state = error instanceof GraphicsLostError ? 'lost' : 'failed';
      setWork({ state: abort.signal.aborted ? 'idle' : state });
    }
  };
  const makeStill = (still: Still) => make('png', null, () => captureStill(canvas, STILLS[still]));
  const makeVideo = (format: VideoFormat) =>
    make(format, 0, (abort) =>
      recordTurntable(canvas, {
        format,
        signal: abort.signal,
        onProgress: (share) => setWork({ state: 'busy', percent: Math.floor(share * 100), abort }),
      }),
    );

  return (
    <dialog className="viewer-panel" ref={dialog} aria-labelledby="pictures-title" onClose={onClose}>
      <header>
        <h2 id="pictures-title">{t('pictures')}</h2>
        <IconAction icon="close" label={t('close')} onClick={() => dialog.current?.close()} />
      </header>
      {work.state === 'busy' ? (
        <Progress percent={work.percent} t={t} onCancel={() => work.abort.abort()} />
      ) : (
        <>
          <h3>{t('pictures.still')}</h3>
          <div className="pictures-choices">
            <Choice label={t('pictures.hd')} onClick={() => makeStill('hd')} />
            <Choice label={t('pictures.uhd')} onClick={() => makeStill('uhd')} />
          </div>
          <h3>{t('pictures.turntable')}</h3>
          {formats?.length === 0 && <p>{t('pictures.noVideo')}</p>}
          <div className="pictures-choices" aria-busy={formats === null}>
            {formats?.map((format) => (
              <Choice key={format} label={t(`pictures.${format}`)} onClick={() => makeVideo(format)} />
            ))}
          </div>
          <p role="status">
            {work.state === 'done' && t('pictures.done', { name: work.name })}
            {(work.state === 'failed' || work.state === 'lost') && t(`pictures.${work.state}`)}
          </p>
        </>
      )}
    </dialog>
  );
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="viewer-button" onClick={onClick}>
      {label}
    </button>
  );
}

type ProgressProps = { percent: number | null; t: PageTranslate; onCancel: () => void };

function Progress({ percent, t, onCancel }: ProgressProps) {
  return (
    <div className="pictures-progress">
      <p role="status">{percent === null ? t('pictures.busy') : t('pictures.percent', { percent })}</p>
      <progress max={100} value={percent ?? undefined} aria-label={t('pictures.busy')} />
      {percent !== null && (
        <button type="button" className="viewer-button" onClick={onCancel}>
          {t('pictures.cancel')}
        </button>
      )}
    </div>
  );
}

/** A file name that is valid on every system. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'scene';
}

function save(made: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(made);
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * Renders a picture of the current view in the given size, in pixels. @throws Error if the size exceeds the device's
 * limits.
 */
function captureStill(canvas: SceneCanvas, size: { width: number; height: number }): Promise<Blob> {
  return canvas.withRenderer(
    size,
    (draw) =>
      new Promise((resolve, reject) => {
        // Read in the task that renders it: later the browser has cleared the canvas.
        draw().toBlob((picture) => {
          if (picture) {
            resolve(picture);
          } else {
            reject(new Error('The browser gave no picture'));
          }
        }, 'image/png');
      }),
  );
}

/** Lists the video formats that this browser can encode. */
async function listVideoFormats(): Promise<VideoFormat[]> {
  if (typeof VideoEncoder === 'undefined') {
    return [];
  }
  const codecs = await Promise.all(
    Object.values(FORMATS).map((format) => getFirstEncodableVideoCodec([...format.codecs], VIDEO_SIZE)),
  );
  return (Object.keys(FORMATS) as VideoFormat[]).filter((_, i) => codecs[i] !== null);
}

/**
 * Encodes a turntable video around the view's target, frame by frame and slower than real time, so that it is smooth on
 * any device. Animations advance with the camera.
 * @throws Error when `signal` aborts, or where the browser cannot encode it.
 */
async function recordTurntable(
  canvas: SceneCanvas,
  options: { format: VideoFormat; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const { format, onProgress, signal } = options;
  const { make, codecs, type } = FORMATS[format];
  const codec = await getFirstEncodableVideoCodec([...codecs], VIDEO_SIZE);
  if (codec === null) {
    throw new Error(`This browser makes no ${format}`);
  }
  const copy = new OffscreenCanvas(VIDEO_SIZE.width, VIDEO_SIZE.height);
  const context = copy.getContext('2d', { alpha: false });
  const source = new CanvasSource(copy, { codec, bitrate: QUALITY_HIGH });
  const target = new BufferTarget();
  const output = new Output({ format: make(), target });
  output.addVideoTrack(source, { frameRate: FRAMES_A_SECOND });
  const from = canvas.rig.view;
  const count = TURN_SECONDS * FRAMES_A_SECOND;
  try {
    await output.start();
    await canvas.withRenderer(VIDEO_SIZE, async (draw) => {
      for (let frame = 0; frame < count; frame += 1) {
        signal.throwIfAborted();
        canvas.view.advance(1 / FRAMES_A_SECOND);
        context?.drawImage(draw(turnAround(from, frame / count)), 0, 0);
        await source.add(frame / FRAMES_A_SECOND, 1 / FRAMES_A_SECOND);
        onProgress((frame + 1) / count);
        await restOfPage();
      }
    });
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob(target.buffer ? [target.buffer] : [], { type });
}

/** Yields to the page, for its progress and the cancel button. */
function restOfPage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** View after a share (0 to 1) of a whole turn around its target; the height stays the same. */
export function turnAround({ position, target }: View, share: number): View {
  const arm = position
    .clone()
    .sub(target)
    .applyAxisAngle(UP, share * 2 * Math.PI);
  return { position: arm.add(target), target: target.clone() };
}
